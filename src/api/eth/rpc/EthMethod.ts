import type { JsonNode } from '../../../codec/goJson/parseJson.ts'
import { thrownText } from '../../../errors/UserError.ts'
import type { Asker } from '../../../util/schedule/Scheduler.ts'
import type { Bound, EthDialectName } from './Bound.ts'

import { EthFault, ethCodes } from './EthFault.ts'

/** A result; quantities and bytes are already 0x texts. */
export type EthJson =
	| string
	| number
	| boolean
	| null
	| readonly EthJson[]
	| { readonly [member: string]: EthJson | undefined }

/** Heights that a caller may ask for, such as those of a pruning application. */
export interface HeightWindow {
	/** The lowest and the newest height that are answered. */
	range(): HeightRange | Promise<HeightRange>
	/** The refusal of a lower height. */
	refusal(height: number, range: HeightRange): EthFault
}

/** First and last height, both included. */
export interface HeightRange {
	readonly from: number
	readonly to: number
}

/** Who calls a method, and what for. */
export interface EthCall {
	/** In line for what runs code. */
	readonly asker?: Asker | undefined
	/** Undefined for a caller who may ask for every height that is kept. */
	readonly window?: HeightWindow | undefined
	/** Whether the node's own keys sign for the caller. */
	readonly usesKeys?: boolean
	/** Where subscriptions are told; undefined without a socket. */
	readonly subscriptions?: EthSubscriptions | undefined
}

/** A call of a method, as its `run` gets it. */
export interface EthRun extends EthCall {
	/** Lets others in between the steps of `scan` and `code`, awaited. @throws {ChainError} when the caller has left */
	pause(): Promise<void> | undefined
}

/** The subscriptions of one socket. */
export interface EthSubscriptions {
	/** Begins one and resolves with its id. */
	subscribe(kind: string, criteria: JsonNode | undefined): Promise<string>
	/** Ends one. @throws {EthFault} for an unknown id. */
	unsubscribe(id: string | undefined): boolean
}

/** A positional parameter that names no block. */
export interface ValueParam<Value> {
	/** It may be missing or null; without this, a missing one is refused. */
	readonly optional?: boolean
	/** What of the value is bounded. `read` checks it. */
	readonly bounds?: readonly Bound[]
	/** Throws any error; its text follows `invalid argument N: `. */
	read(node: JsonNode): Value
}

/** A positional parameter that names a block by number, tag or hash, or by a transaction in it. */
export interface BlockParam<Named extends HasHeight, Context, Read> extends Omit<ValueParam<Read>, 'read'> {
	/** Throws any error; its text follows `invalid argument N: `. */
	read(node: JsonNode, context: Context): Read
	/** Finds the block for `run`, its height within the window. @param read undefined for an optional one left out */
	find(read: Read, context: Context, window: HeightWindow | undefined): Promise<Named>
}

/** Something at a height; undefined where there is no such block. */
export interface HasHeight {
	readonly height: number | undefined
}

/** A positional parameter. */
export type EthParam<Context> =
	| ValueParam<unknown>
	// biome-ignore lint/suspicious/noExplicitAny: what is read and what is found belong together, whatever they are.
	| BlockParam<any, Context, any>

/** The values of a parameter list. */
export type ValuesOf<Params extends readonly EthParam<never>[]> = {
	-readonly [Index in keyof Params]: Params[Index] extends BlockParam<infer Named, never, unknown>
		? Named
		: Params[Index] extends ValueParam<infer Value>
			? Value
			: never
}

/**
 * How much work a method is: `none` answers from memory, `read` reads a few records, `scan` reads many, `code` runs the EVM,
 * `write` changes the chain. `scan` and `code` go on in slices (`EthRun.pause`), in the order of the node's scheduler.
 */
export type EthCost = 'none' | 'read' | 'scan' | 'code' | 'write'

/** Whether a method goes on in slices. */
export function isLong(cost: EthCost | undefined): boolean {
	return cost === 'scan' || cost === 'code'
}

/**
 * Who may call a method: `anyone`; `keys` signs with the node's keys, which a developer's chain does for programs of its own
 * machine, and other nodes have none; `powers` change a developer's chain from outside, for programs of its own machine.
 */
export type EthAccess = 'anyone' | 'keys' | 'powers'

/** Why private endpoints do not serve a method. */
export interface LeftOut {
	readonly leftOut: string
}

/** Everything that is known of a method, where it is defined. */
export interface EthMethodDefinition<Params extends readonly EthParam<Context>[], Context> {
	readonly name: string
	/** Other names of the same method. */
	readonly aliases?: readonly string[]
	/** Dialects that have it so; all by default. */
	readonly dialects?: readonly EthDialectName[]
	/** The most that it does or takes, besides the bounds of its parameters. */
	readonly bounds?: readonly Bound[]
	/** Positional parameters. A `BlockParam` names a block. */
	readonly params: Params
	readonly cost: EthCost
	/** Default: anyone. */
	readonly access?: EthAccess
	/** Whether wallets in browsers may call it (default: yes). */
	readonly wallets?: false
	/** What it does otherwise than the tool that named it, for the table of docs/evm.md. */
	readonly differs?: string
	/** Why it always fails, for the same table. */
	readonly refuses?: string
	/** What private endpoints do with it. */
	readonly endpoint: 'serve' | LeftOut
	/** What is left of another node's reply for a caller with a window, of a method that tells of blocks which no parameter names. */
	readonly clip?: (reply: EthJson, range: HeightRange) => EthJson
	/** Answers a call. @throws {EthFault}, or any error, whose text becomes that of the reply. */
	run(values: ValuesOf<Params>, context: Context, call: EthRun): EthJson | Promise<EthJson>
}

/** One method of the JSON-RPC. */
export interface EthMethod<Context>
	extends Omit<EthMethodDefinition<readonly EthParam<Context>[], Context>, 'run' | 'access'> {
	readonly access: EthAccess
	run(values: readonly unknown[], context: Context, call: EthRun): EthJson | Promise<EthJson>
}

/** Defines a method whose parameters give `run` its types. */
export function defineMethod<Context>(): <const Params extends readonly EthParam<Context>[]>(
	definition: EthMethodDefinition<Params, Context>,
) => EthMethod<Context> {
	return (definition) => ({
		access: 'anyone',
		...definition,
		// The parameter list guarantees these types.
		run: (values, context, call) => definition.run(values as never, context, call),
	})
}

/** Makes a parameter optional: missing or null is undefined. */
export function optional<Value>({ read, bounds = [] }: ValueParam<Value>): ValueParam<Value | undefined> {
	return { optional: true, bounds, read: (node) => (node.kind === 'null' ? undefined : read(node)) }
}

/** Whether a parameter names a block. */
export function namesBlock<Context>(param: EthParam<Context>): param is BlockParam<HasHeight, Context, unknown> {
	return 'find' in param
}

/**
 * Calls a method: reads its parameters, finds the blocks that they name, checks these against the caller's window, and runs it.
 * Nothing is awaited for a method that names no block.
 *
 * @throws {EthFault} -32602 with go-ethereum's texts (v1.10.16 rpc/json.go parsePositionalArguments), and any error of the method.
 */
export function callMethod<Context>(
	method: EthMethod<Context>,
	params: JsonNode | undefined,
	context: Context,
	call: EthRun,
): EthJson | Promise<EthJson> {
	const values = readParams(method.params, params, context)
	if (!method.params.some(namesBlock)) return method.run(values, context, call)
	return runAtBlocks(method, values, context, call)
}

async function runAtBlocks<Context>(
	method: EthMethod<Context>,
	read: readonly unknown[],
	context: Context,
	call: EthRun,
): Promise<EthJson> {
	const { window } = call
	const values = [...read]
	for (let index = 0; index < values.length; index++) {
		const param = method.params[index]!
		if (!namesBlock(param)) continue
		const named = await param.find(read[index], context, window)
		if (window !== undefined && named.height !== undefined) await assertInside(named.height, window)
		values[index] = named
	}
	return method.run(values, context, call)
}

async function assertInside(height: number, window: HeightWindow): Promise<void> {
	const range = await window.range()
	if (height < range.from && height < range.to) throw window.refusal(height, range)
}

function readParams<Context>(
	params: readonly EthParam<Context>[],
	node: JsonNode | undefined,
	context: Context,
): readonly unknown[] {
	const items = itemsOf(node)
	const values = params.slice(0, items.length).map((param, index): unknown => {
		const item = items[index]!
		try {
			return param.read(item, context)
		} catch (fault) {
			if (fault instanceof EthFault) throw fault
			throw invalid(`invalid argument ${index}: ${thrownText(fault)}`)
		}
	})
	if (items.length > params.length) throw invalid(`too many arguments, want at most ${params.length}`)
	for (let index = items.length; index < params.length; index++) {
		if (!params[index]!.optional) throw missing(index)
		values.push(undefined)
	}
	return values
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
	if (node === undefined || node.kind === 'null') return []
	if (node.kind !== 'array') throw invalid('non-array args')
	return node.items
}

function missing(index: number): EthFault {
	return invalid(`missing value for required argument ${index}`)
}

function invalid(message: string): EthFault {
	return new EthFault(message, ethCodes.invalidParams)
}

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
