/** The page of the authorization panel: finds its place in the window and starts. */
import type { AuthzEditor, AuthzPanel } from '../../src/protocol/authzPanel';
import { startPage } from '../ui/startPage';
import { AuthzApp } from './AuthzApp';
import '../ui/base.css';

startPage<AuthzEditor, AuthzPanel>(({ link, memory }) => <AuthzApp link={link} memory={memory} />);
