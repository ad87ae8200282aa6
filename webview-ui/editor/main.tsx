/** The page of the form editor: finds its place in the window and starts. */
import type { FormEditor, FormPage } from '../../src/protocol/formContract';
import { startPage } from '../ui/startPage';
import { FormApp } from './FormApp';
import { FormSession } from './formSession';
import { onLeaving } from './leaving';
import '../ui/base.css';
import '../ui/fields.css';

startPage<FormEditor, FormPage>(({ link, memory }) => {
  const session = new FormSession({
    link,
    memory,
    later: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
  });
  onLeaving(window, () => session.flush());
  return <FormApp session={session} />;
});
