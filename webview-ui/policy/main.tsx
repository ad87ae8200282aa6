/** The page of the policy grid: finds its place in the window and starts. */
import type { PolicyEditor, PolicyPage } from '../../src/protocol/policyContract';
import { startPage } from '../ui/startPage';
import { PolicyApp } from './PolicyApp';
import '../ui/base.css';

startPage<PolicyEditor, PolicyPage>(({ link, memory }) => <PolicyApp link={link} memory={memory} />);
