// What a command needs to ask a node, apart from the rest of the client, which takes longer to load than a reply.

export { placeConnection } from './rpc/placeConnection.ts'
export { remoteConnection } from './rpc/remoteConnection.ts'

/** Loads queries of state, and with them the descriptions of protobuf messages. */
export const loadQueries = () => import('./queries/abciQuery.ts')
