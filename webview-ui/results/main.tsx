/** The page of the results panel: finds its place in the window and starts. */
import type { ResultsEditor, ResultsPanel } from '../../src/protocol/resultsContract';
import { startPage } from '../ui/startPage';
import { ResultsApp } from './ResultsApp';
import '../ui/base.css';
import '../ui/fields.css';

startPage<ResultsEditor, ResultsPanel>(({ link, memory }) => <ResultsApp link={link} memory={memory} />);
