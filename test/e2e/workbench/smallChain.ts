/** Name of the file that holds a chain of this name. */
export function fileOf(name: string): string {
  return `${name}.chain.json`;
}

/** A chain that fits on a screen: an order is created, read and listed. */
export function smallChain(name: string): string {
  return `{
  "formatVersion": 1, "name": "${name}", "status": "active", "environment": "local",
  "requires": ["auth/login.chain.json"],
  "variables": { "size": "1" },
  "auth": { "type": "bearer", "token": "{{token}}" },
  "requests": [
    {
      "id": "create", "name": "Create", "method": "POST",
      "url": "{{baseUrl}}/api/orders",
      "body": { "json": { "sku": "A-1", "quantity": 1 } },
      "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]
    },
    {
      "id": "read", "name": "Read", "method": "GET",
      "url": "{{baseUrl}}/api/orders/{{orderId}}"
    },
    {
      "id": "list", "name": "List", "method": "GET",
      "url": "{{baseUrl}}/api/orders",
      "query": [{ "name": "page", "value": "1" }, { "name": "pageSize", "value": "{{size}}" }]
    }
  ]
}
`;
}

/** Ids of the requests of a chain, in order. */
export function requestIds(text: string): readonly string[] {
  return [...text.matchAll(/"id": "(.*?)"/g)].map(([, id = '']) => id);
}
