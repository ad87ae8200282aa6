/** Files of an order: uploaded as multipart form, downloaded byte for byte. */
import { parameter, type Call } from '../api';
import { withOrder } from '../access/guard';
import type { Attachment, Order } from '../data/store';
import { partsOf } from '../http/multipart';
import { failure, json, typed, type Reply } from '../http/reply';
import { badRequest } from '../http/request';

/** A file added, from the part `file`; the part `title`, if there is one, comes back. */
export function uploadAttachment(call: Call): Reply {
  return withOrder(call, {
    action: 'order.update',
    address: 'related',
    orderId: parameter(call, 'order_id'),
    carryOut: (order) => store(call, order),
  });
}

/** The bytes of a file. */
export function downloadAttachment(call: Call): Reply {
  return withOrder(call, {
    action: 'order.read',
    address: 'related',
    orderId: parameter(call, 'order_id'),
    carryOut: (order) => {
      const attachment = call.api.store.attachments.get(parameter(call, 'attachment_id'));
      return attachment?.orderId === order.id
        ? typed(200, attachment.contentType, attachment.content)
        : failure(404, 'no-such-attachment', 'There is no such file at this order.');
    },
  });
}

function store(call: Call, order: Order): Reply {
  const parts = partsOf(call.request);
  const file = parts.find((part) => part.name === 'file' && part.fileName !== undefined);
  if (file === undefined) {
    throw badRequest('missing-file', 'Send a part named file with a file name.');
  }
  const attachment: Attachment = {
    id: `att-${call.api.ids.next('attachment').slice(0, 12)}`,
    orderId: order.id,
    fileName: file.fileName ?? file.name,
    contentType: file.contentType,
    content: file.content,
  };
  call.api.store.attachments.set(attachment.id, attachment);
  const { id, fileName, contentType, content } = attachment;
  const title = parts.find((part) => part.name === 'title')?.content.toString('utf8');
  return json(201, { id, fileName, contentType, size: content.length, title: title ?? null }, [
    ['Location', `/api/orders/${order.id}/attachments/${id}`],
  ]);
}
