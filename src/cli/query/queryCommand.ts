import type { DescMessage, DescMethodUnary, MessageInitShape } from '@bufbuild/protobuf'
import { ChainError, sdkErrors } from '../../errors/ChainError.ts'
import { BugError, UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import type { FlagSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { withNode } from '../support/connect.ts'

/** Flag of every query of state. */
export const heightFlag: FlagSpec = {
	flag: '--height <n>',
	description: 'read the state at this height instead of the latest',
}

/** Pagination flags of list queries (framework: client/flags AddPaginationFlagsToCmd). */
export const paginationFlags: readonly FlagSpec[] = [
	{ flag: '--limit <n>', description: 'most entries to return', default: '100' },
	{ flag: '--page <n>', description: 'page to return, from 1', default: '1' },
	{ flag: '--offset <n>', description: 'entries to skip' },
	{ flag: '--page-key <key>', description: 'next_key of the page before, base64' },
	{ flag: '--count-total', description: 'count all entries' },
	{ flag: '--reverse', description: 'last entries first' },
]

/** Calls a query method and prints its reply as the framework does; `next` is the next step if the node refuses. */
export async function runQuery<I extends DescMessage, O extends DescMessage>(
	context: CommandContext,
	method: DescMethodUnary<I, O>,
	request: MessageInitShape<I>,
	next: string,
): Promise<undefined> {
	const { queryMethod } = await (await import('../../client/askNode.ts')).loadQueries()
	const { encodeProtoJson } = await import('../../codec/gatewayJson/encodeProtoJson.ts')
	const height = wholeNumber(context, 'height')
	try {
		const reply = await withNode(context, (connection) =>
			queryMethod(connection, method, request, height === undefined ? {} : { height }),
		)
		const json = encodeProtoJson(reply, method.output, { registry: { resolve: unexpectedAny } })
		if (context.output === 'json') context.io.stdout(`${json}\n`)
		else await printResult(context, JSON.parse(json))
	} catch (error) {
		throw queryError(error, next)
	}
}

/** No reply of these queries has values of any type, whose hundred types would have to be loaded. */
function unexpectedAny(typeUrl: string): never {
	throw new BugError(`an Any of ${typeUrl} in the reply of a query that has none`)
}

/** The page request of the pagination flags. @throws {UserError} for a bad value. */
export function pageRequest(context: CommandContext) {
	const page = defaultedNumber(context, 'page')
	const limit = defaultedNumber(context, 'limit')
	const offset = wholeNumber(context, 'offset') ?? 0
	if (page > 1 && offset > 0) throw new UserError('page and offset cannot be used together: invalid request')
	return {
		key: new Uint8Array(Buffer.from(textFlag(context, 'pageKey') ?? '', 'base64')),
		offset: BigInt(page > 1 ? (page - 1) * limit : offset),
		limit: BigInt(limit),
		countTotal: isSet(context, 'countTotal'),
		reverse: isSet(context, 'reverse'),
	}
}

/** The whole number of a flag that has a default. @throws {UserError} that names the flag. */
export function defaultedNumber(context: CommandContext, name: string): number {
	return wholeNumber(context, name)!
}

/** A flag's whole number from zero; undefined if neither given nor defaulted. @throws {UserError} naming the flag. */
export function wholeNumber(context: CommandContext, name: string): number | undefined {
	const text = textFlag(context, name)
	if (text === undefined) return undefined
	const value = Number(text)
	if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
	const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
	throw new UserError(`invalid argument "${text}" for "--${flag}" flag`, { next: 'Give a whole number.' })
}

/**
 * Words a node's refusal of a query like the framework's command line: gRPC's name of the code and the node's text
 * (cosmos-sdk v0.44.5 client/grpc_query.go, client/query.go sdkErrorToGRPCError).
 */
export function queryError(error: unknown, next: string): unknown {
	// By its name: its class would load the whole client for --help.
	if (error instanceof Error && error.name === 'RpcError') {
		return new UserError(`The node refused: ${error.message}`, { next, cause: error })
	}
	if (!(error instanceof ChainError)) return error
	const kind = sdkErrors.keyNotFound.is(error)
		? 'NotFound'
		: sdkErrors.unauthorized.is(error)
			? 'Unauthenticated'
			: sdkErrors.invalidRequest.is(error)
				? 'InvalidArgument'
				: 'Unknown'
	return new UserError(`rpc error: code = ${kind} desc = ${error.log}`, { next, cause: error })
}

/** Reads an argument that names a height: a whole number from 1. @throws {UserError} if it is none. */
export function readHeight(text: string, next = 'Give a whole number from 1.'): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
	throw new UserError(`"${text}" is not a height.`, { next })
}
