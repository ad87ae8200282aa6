/** The page that proposes an authorization matrix: finds its place in the window and starts. */
import type { ProposalEditor, ProposalPage } from '../../src/protocol/proposalContract';
import { startPage } from '../ui/startPage';
import { ProposalApp } from './ProposalApp';
import '../ui/base.css';
import '../ui/fields.css';

startPage<ProposalEditor, ProposalPage>(({ link }) => <ProposalApp link={link} />);
