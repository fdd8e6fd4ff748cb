import type { LeftOut } from './EthMethod.ts'

/** Reasons why private endpoints do not serve a method. */
export const leftOut = {
	filter: { leftOut: 'a filter lives in one node and would be lost between gateways' },
	pool: { leftOut: 'the transactions that wait in a node are private' },
	keys: { leftOut: 'the keys of a node sign for nobody' },
	socket: { leftOut: 'a request has no socket on which a subscription could be told' },
	mining: { leftOut: 'callers have no say in how blocks are made' },
	node: { leftOut: 'it tells of the node, not of what the endpoint offers' },
	powers: { leftOut: 'what changes a chain from outside is for programs of its own machine' },
} satisfies Readonly<Record<string, LeftOut>>
