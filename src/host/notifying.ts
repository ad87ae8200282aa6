/**
 * The way into the bundle of notifications, `dist/notifying.js`: rules, messages and what is asked about chats; loaded
 * when a run ends that rules may be about, or a command is called.
 */
export { Notifications } from './notify/notifications';
