/** Whether a file is a specification in OpenAPI or Swagger, sound or not. */
import { memberOf } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';

/** Whether a file says that it is one; YAML is not read for that. */
export function isOpenapi({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined
    ? /^(?:["']?(?:openapi|swagger)["']?|swaggerVersion)[ \t]*:/m.test(text)
    : MARKS.some((mark) => memberOf(json, mark) !== undefined);
}

const MARKS = ['openapi', 'swagger', 'swaggerVersion'];
