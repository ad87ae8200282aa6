/** The page of an Auto Mapping's review: finds its place in the window and starts. */
import type { MappingEditor, MappingPage } from '../../src/protocol/mappingContract';
import { startPage } from '../ui/startPage';
import { MappingApp } from './MappingApp';
import '../ui/base.css';
import '../ui/fields.css';

startPage<MappingEditor, MappingPage>(({ link, memory }) => <MappingApp link={link} memory={memory} />);
