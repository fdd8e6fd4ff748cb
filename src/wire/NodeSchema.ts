import type { AdminSchema } from './AdminSchema.ts'
import type { RequestsSchema } from './RequestsSchema.ts'
import type { SummarySchema } from './SummarySchema.ts'
import type { SubscriptionSchema, TendermintSchema } from './TendermintSchema.ts'

/**
 * Every method of a node's JSON-RPC by name, with its parameters and its reply: the one contract from which the client's
 * `call` and the server's methods are typed (the shape of viem's EIP-1193 schema).
 */
export interface NodeSchema extends TendermintSchema, SubscriptionSchema, AdminSchema, RequestsSchema, SummarySchema {}

/** Name of a method. */
export type MethodName = keyof NodeSchema

/** Parameters of a method, by name. */
export type ParametersOf<M extends MethodName> = NodeSchema[M]['Parameters']

/** The `result` of a method's reply. */
export type ReplyOf<M extends MethodName> = NodeSchema[M]['ReturnType']

/** The rest arguments of a call: the parameters may be left out where none is needed. */
export type CallArgs<M extends MethodName> =
	Readonly<Record<never, never>> extends ParametersOf<M> ? [params?: ParametersOf<M>] : [params: ParametersOf<M>]

/** Calls a method of a node. */
export type Call = <M extends MethodName>(method: M, ...args: CallArgs<M>) => Promise<ReplyOf<M>>
