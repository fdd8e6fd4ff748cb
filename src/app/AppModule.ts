import type { DescMessage, DescService, Message, MessageShape } from '@bufbuild/protobuf'
import type { Context } from './Context.ts'
import type { LargePart } from './genesis/LargePart.ts'

/** A JSON value of a genesis document. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Check and execution of a message type; `M` is its protobuf-es type, its wire name `'/' + schema.typeName`. */
export interface MsgType<M extends Message = Message> {
	readonly schema: DescMessage
	/** Stateless checks, before the ante chain. @throws {ChainError} */
	validateBasic(msg: M): void
	/** The addresses (raw bytes) that must sign, in order, duplicates kept. */
	signers(msg: M): readonly Uint8Array[]
	/** The module's handler; returns the binary response, by a promise only if it must wait. @throws {ChainError} */
	handle(ctx: Context, msg: M): Uint8Array | Promise<Uint8Array>
	/** Amino route of the legacy message, where the framework emits or needs it. */
	readonly route?: string
}

/**
 * A handler of one gRPC query method: decoded request in, response message out; throws ChainError or GrpcStatusError.
 * Modules answer at once; services over the engine (transactions, blocks) may answer later.
 */
export type QueryHandler<Request extends Message = Message, Response extends Message = Message> = (
	ctx: Context,
	request: Request,
) => Response | Promise<Response>

/** A gRPC query service with a handler for each method name (`Balance`, not `balance`). */
export interface QueryService {
	readonly desc: DescService
	readonly handlers: Readonly<Record<string, QueryHandler>>
}

/** The handlers of a service by the methods' names in code (`balance`), each typed by its method's descriptor. */
type HandlersOf<Methods extends DescService['method']> = {
	readonly [M in keyof Methods]?: QueryHandler<MessageShape<Methods[M]['input']>, MessageShape<Methods[M]['output']>>
}

/** A query service with typed handlers. A method without a handler is not served. */
export function defineQueries<S extends DescService>(desc: S, handlers: HandlersOf<S['method']>): QueryService {
	// The router decodes each request by the descriptor that typed its handler.
	const untyped = Object.entries(handlers) as [keyof S['method'] & string, QueryHandler][]
	const named = untyped.map(([local, handler]) => [desc.method[local]!.name, handler])
	return { desc, handlers: Object.fromEntries(named) }
}

/** A legacy query: the rest of the path and the request's amino JSON in, indented amino JSON out. */
export type LegacyQuerier = (ctx: Context, path: readonly string[], data: Uint8Array) => Uint8Array

/** A module's part of a genesis whose longest list is made while it is written. */
export interface LargeExport {
	/** The part with an empty list in its place. */
	readonly rest: { readonly [member: string]: Json }
	/** Name of the list. */
	readonly list: string
	readonly entries: Iterable<Json>
}

/** A module as the application mounts it (framework: types/module AppModule). */
export interface AppModule {
	readonly name: string
	/** Version of its state's form (framework: ConsensusVersion); absent where the source of the figure is not at hand. */
	readonly consensusVersion?: number
	/** Names of its persistent stores. */
	readonly storeKeys: readonly string[]
	readonly messages: readonly MsgType[]
	readonly queries: readonly QueryService[]
	/** Answers `custom/<name>/<path>` queries in legacy amino JSON. @throws {ChainError} */
	readonly legacyQuerier?: LegacyQuerier
	/** Throws UserError or ChainError naming the field. */
	validateGenesis(state: Json): void
	/** Like `validateGenesis` for a part of many entries; gives the number of those checked after each step. */
	validateLargeGenesis?(part: LargePart): Iterable<number>
	initGenesis(ctx: Context, state: Json): void
	/** Like `initGenesis` for a part of many entries; gives the number of those written after each step. */
	loadGenesis?(ctx: Context, part: LargePart): Iterable<number>
	exportGenesis(ctx: Context): Json
	/** The same, with the entries of its longest list one by one. */
	exportLargeGenesis?(ctx: Context): LargeExport
	/** Runs at the begin of each block; its events are the block's. */
	beginBlock?(ctx: Context): void
	/** Runs at the end of each block. */
	endBlock?(ctx: Context): void
}
