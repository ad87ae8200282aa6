/** The page of the Chain Viewer: finds its place in the window and starts. */
import type { ViewerEditor, ViewerPage } from '../../src/protocol/viewerContract';
import { startPage } from '../ui/startPage';
import { ViewerApp } from './ViewerApp';
import '../ui/base.css';

startPage<ViewerEditor, ViewerPage>(({ link, memory }) => <ViewerApp link={link} memory={memory} />);
