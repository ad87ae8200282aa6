/** The page of an egress view: finds its place in the window and starts. */
import type { EgressEditor, EgressPage } from '../../src/protocol/egressContract';
import { startPage } from '../ui/startPage';
import { EgressApp } from './EgressApp';
import '../ui/base.css';
import '../ui/fields.css';

startPage<EgressEditor, EgressPage>(({ link }) => <EgressApp link={link} />);
