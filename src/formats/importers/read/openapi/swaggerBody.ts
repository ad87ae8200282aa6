/** The body of an operation in Swagger 2, where it is a parameter, or several that are fields of a form. */
import { isTrue, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { JsonValue } from '../../../../core/json/json';
import { bestMediaType, type DescribedBody } from './describedBody';
import type { Operation } from './operations';
import type { Place, Spec } from './spec';

/** Describes it as later versions do; absent when there is none. */
export function swaggerBody(spec: Spec, { operation, parameters }: Operation): DescribedBody | undefined {
  const own = spec.items(spec.at(operation, 'consumes'));
  const consumes = own.length > 0 ? own : spec.items(spec.at(spec.root, 'consumes'));
  const types = consumes.flatMap(({ value }) => textOf(value) ?? []);
  const body = parameters.find(({ value }) => memberOf(value, 'in') === 'body');
  const fields = parameters.filter(({ value }) => memberOf(value, 'in') === 'formData');
  if (body !== undefined) {
    return described(types, 'application/json', bodySchema(body));
  }
  if (fields.length === 0) {
    return undefined;
  }
  const hasFile = fields.some(({ value }) => memberOf(value, 'type') === 'file');
  const forms = types.filter((type) => /^multipart\/|^application\/x-www-form-urlencoded/i.test(type));
  const suited = hasFile ? forms.filter((type) => type.startsWith('multipart/')) : forms;
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return described(suited, fallback, formSchema(fields));
}

function described(types: readonly string[], fallback: string, schema: Place): DescribedBody {
  const mediaType = bestMediaType(types) ?? fallback;
  return {
    mediaType,
    others: types.filter((type) => type !== mediaType),
    schema,
    moreExamples: [],
    encoding: { value: undefined, file: schema.file },
  };
}

function bodySchema({ value, file }: Place): Place {
  return { value: memberOf(value, 'schema') ?? {}, file };
}

/** Fields as the members of one object, in the file of the first field: fields contain no references. */
function formSchema(fields: readonly Place[]): Place {
  const named = fields.flatMap(({ value }): [string, JsonValue][] => {
    const name = scalarText(memberOf(value, 'name')) ?? '';
    return name === '' || value === undefined ? [] : [[name, value]];
  });
  return {
    value: {
      type: 'object',
      properties: Object.fromEntries(named),
      required: named.filter(([, field]) => isTrue(field, 'required')).map(([name]) => name),
    },
    file: fields[0]?.file ?? '',
  };
}
