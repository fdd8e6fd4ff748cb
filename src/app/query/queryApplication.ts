import type { QueryRequest, QueryResponse } from '../../abci/Application.ts'
import { PanicError, sdkErrors } from '../../errors/ChainError.ts'
import type { CommitMultiStore } from '../../store/MultiStore.ts'
import type { AppContext } from '../AppContext.ts'
import type { LegacyQuerier } from '../AppModule.ts'
import { abciInfo, toChainError } from '../abciInfo.ts'
import { answerGrpcQuery, type QueryRouter } from './QueryRouter.ts'

/** The part of the application that queries use. */
export interface QuerySource {
	readonly store: CommitMultiStore
	readonly router: QueryRouter
	readonly legacyQueriers: ReadonlyMap<string, LegacyQuerier>
	/** Answer to `/app/version`. */
	readonly version: string
	/** Answers `/app/simulate` with JSON; throws ChainError when the transaction fails. */
	simulate(tx: Uint8Array): Promise<Uint8Array>
	/** A context over the state at a height. */
	contextAt(height: number): AppContext
}

/** Answers an ABCI query: gRPC paths, then `/app`, `/store`, `/p2p`, `custom` (baseapp/abci.go Query). Never throws. */
export async function queryApplication(source: QuerySource, request: QueryRequest): Promise<QueryResponse> {
	const height = request.height === 0n ? BigInt(source.store.lastCommit.version) : request.height
	const resolved = { ...request, height }
	try {
		const route = source.router.route(request.path)
		if (route !== undefined) {
			const ctx = queryContext(source, resolved)
			try {
				// Written out, since this is the way of most queries: to spread two objects takes longer.
				return { ...empty, value: await answerGrpcQuery(route, ctx, resolved.data), height }
			} catch (error) {
				// A reply to a panic carries no height: the framework makes it outside of the handler.
				return queryFailure(error, isPanic(error) ? 0n : height)
			}
		}
		return await answerPath(source, splitPath(request.path), resolved)
	} catch (error) {
		return queryFailure(error)
	}
}

function isPanic(error: unknown): boolean {
	return queryFailure(error).code === sdkErrors.panic.code
}

async function answerPath(source: QuerySource, path: readonly string[], request: QueryRequest): Promise<QueryResponse> {
	// The framework forgets to return its reply to the empty path and runs off the list.
	if (path.length === 0) throw new PanicError('runtime error: index out of range [0] with length 0')
	switch (path[0]) {
		case 'app':
			return queryApp(source, path, request)
		case 'store':
			return queryStore(source, path, request)
		case 'p2p':
			return queryPeer(path)
		case 'custom':
			return queryCustom(source, path, request)
		default:
			throw sdkErrors.unknownRequest.wrap('unknown query path')
	}
}

function queryContext({ contextAt }: QuerySource, { height, prove }: QueryRequest): AppContext {
	if (height < 0n) {
		throw sdkErrors.invalidRequest.wrap('cannot query with height < 0; please provide a valid height')
	}
	const version = versionAt(height)
	if (version <= 1 && prove) throw proofTooEarly()
	return contextAt(version)
}

async function queryApp(source: QuerySource, path: readonly string[], request: QueryRequest): Promise<QueryResponse> {
	if (path.length < 2) {
		throw sdkErrors.unknownRequest.wrap(
			"expected second parameter to be either 'simulate' or 'version', neither was present",
		)
	}
	switch (path[1]) {
		case 'simulate':
			return queryResponse({ codespace: 'sdk', height: request.height, value: await source.simulate(request.data) })
		case 'version':
			return queryResponse({
				codespace: 'sdk',
				height: request.height,
				value: new TextEncoder().encode(source.version),
			})
		default:
			throw sdkErrors.unknownRequest.wrap(`unknown query: [${path.join(' ')}]`)
	}
}

function queryStore({ store }: QuerySource, path: readonly string[], request: QueryRequest): QueryResponse {
	const { data, height, prove } = request
	try {
		if (height <= 1n && prove) throw proofTooEarly()
		const version = versionAt(height)
		if (version > 0) refusePruned(store, version)
		const { key, value, proofOps, log } = store.query({
			store: path[1] ?? '',
			path: path
				.slice(2)
				.map((part) => `/${part}`)
				.join(''),
			data,
			height: version,
			prove,
		})
		return queryResponse({ key, value, proofOps, log, height })
	} catch (error) {
		// The framework looks for the proof of a query that failed before it looks at the failure.
		if (prove && path[2] === 'key' && path.length === 3 && sdkErrors.txDecode.is(error)) {
			const missing = 'proof is unexpectedly empty; ensure height has not been pruned'
			return queryFailure(sdkErrors.invalidRequest.wrap(missing), height)
		}
		return queryFailure(error, height <= 1n && prove ? 0n : height)
	}
}

function queryPeer(path: readonly string[]): QueryResponse {
	if (path.length < 4) throw sdkErrors.unknownRequest.wrap('path should be p2p filter <addr|id> <parameter>')
	if (path[1] !== 'filter') throw sdkErrors.unknownRequest.wrap("expected second parameter to be 'filter'")
	return queryResponse({})
}

function queryCustom(source: QuerySource, path: readonly string[], request: QueryRequest): QueryResponse {
	const name = path[1] ?? ''
	if (name === '') throw sdkErrors.unknownRequest.wrap('no route for custom query specified')
	const querier = source.legacyQueriers.get(name)
	if (querier === undefined) {
		throw sdkErrors.unknownRequest.wrap(`no custom querier found for route ${name}`)
	}
	const ctx = queryContext(source, request)
	if (path.length < 3) throw new PanicError('runtime error: index out of range [0] with length 0')
	try {
		return queryResponse({ value: querier(ctx, path.slice(2), request.data), height: request.height })
	} catch (error) {
		return queryFailure(error, isPanic(error) ? 0n : request.height)
	}
}

/** The version of a height. No chain gets as far as the heights that are rounded here: their state is empty. */
function versionAt(height: bigint): number {
	return Number(height)
}

function proofTooEarly(): Error {
	return sdkErrors.invalidRequest.wrap('cannot query with proof when height <= 1; please provide a valid height')
}

function splitPath(path: string): readonly string[] {
	const parts = path.split('/')
	return parts[0] === '' ? parts.slice(1) : parts
}

const empty: QueryResponse = {
	code: 0,
	codespace: '',
	log: '',
	info: '',
	index: 0,
	key: undefined,
	value: undefined,
	proofOps: undefined,
	height: 0n,
}

/** A reply with the given fields, all others at their zero values. */
function queryResponse(fields: Partial<QueryResponse>): QueryResponse {
	return { ...empty, ...fields }
}

/** The reply to a query that failed (framework: types/errors QueryResult); the height is 0 unless given. */
function queryFailure(error: unknown, height = 0n): QueryResponse {
	return { ...empty, ...abciInfo(toChainError(error)), height }
}

/**
 * Refuses a height whose state is pruned, with the text of the framework's createQueryContext. The framework's own
 * stores answer as if empty (cosmos-sdk v0.44.5 store/iavl GetImmutable), so that a wrong reply looks like a right one.
 * A future height has an empty state here and there.
 * @throws {ChainError} sdk 18 for a pruned height.
 */
export function refusePruned(store: Pick<CommitMultiStore, 'lastCommit' | 'hasVersion'>, height: number): void {
	const latest = store.lastCommit.version
	if (height >= latest || store.hasVersion(height)) return
	throw sdkErrors.invalidRequest.wrap(
		`failed to load state at height ${height}; version does not exist (latest height: ${latest})`,
	)
}
