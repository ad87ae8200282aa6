/**
 * Stands in for `form-data` in the bundles. axios imports it to turn objects into multipart forms; bodies
 * are always bytes here (src/core/prepare/body.ts writes them), and the package brings a table of media types
 * that is as large as axios itself.
 */
export default class FormData {}
