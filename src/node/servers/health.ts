import type { RestHandler } from '../../api/rest/RestHandler.ts'
import type { ChainReader } from '../../chain/ChainReader.ts'
import { thrownText } from '../../errors/UserError.ts'
import { type Gate, type GateReply, minHeightHeader } from '../../serve/Gate.ts'
import type { Clock } from '../../util/Clock.ts'
import type { NodeConfig } from '../NodeConfig.ts'

/** Whether a node can serve clients now, as `/readyz` prints it. */
export interface Readiness {
	readonly status: 'ready' | 'unavailable'
	readonly height?: string
	/** Seconds since the time of the newest block. */
	readonly block_age_seconds?: number
	readonly catching_up?: boolean
	/** Why it is unavailable. */
	readonly why?: string
}

/** Longest wait for the chain, in milliseconds. */
const waitMs = 2_000

/**
 * Whether the chain answers, has caught up, and its newest block is young.
 * @param withinMs age of the newest block from which on the node is unavailable; undefined where blocks may stay out
 */
export async function readinessOf(
	chain: Pick<ChainReader, 'status' | 'header'>,
	clock: Clock,
	withinMs: number | undefined,
): Promise<Readiness> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<Readiness>((resolve) => {
		timer = setTimeout(() => resolve({ status: 'unavailable', why: 'the chain does not answer' }), waitMs)
	})
	try {
		return await Promise.race([readNow(chain, clock, withinMs), late])
	} catch (cause) {
		return { status: 'unavailable', why: thrownText(cause) }
	} finally {
		clearTimeout(timer)
	}
}

async function readNow(
	chain: Pick<ChainReader, 'status' | 'header'>,
	clock: Clock,
	withinMs = Number.POSITIVE_INFINITY,
): Promise<Readiness> {
	const { height, catchingUp } = await chain.status()
	const header = await chain.header(height)
	const known = { height: String(height), catching_up: catchingUp }
	if (header === undefined) return { status: 'unavailable', ...known, why: 'there is no block yet' }
	const ageMs = Math.max(0, clock.now() - Number(header.time.seconds) * 1000 - header.time.nanos / 1e6)
	const aged = { ...known, block_age_seconds: Math.round(ageMs) / 1000 }
	if (catchingUp) return { status: 'unavailable', ...aged, why: 'the node is catching up' }
	if (ageMs > withinMs) {
		return { status: 'unavailable', ...aged, why: `the newest block is older than ${withinMs / 1000} s` }
	}
	return { status: 'ready', ...aged }
}

/**
 * The age from which on the newest block of a node makes it unavailable; undefined where empty blocks are left out, so
 * that an old block means nothing.
 * @param isLight whether this program makes the blocks itself
 */
export function readyWithin(
	{ readyWithinMs, blockMode, emptyBlocksMs }: NodeConfig,
	isLight: boolean,
): number | undefined {
	return isLight && (blockMode !== 'interval' || (emptyBlocksMs ?? 0) > 0) ? undefined : readyWithinMs
}

const usualHeaders = [
	['Cache-Control', 'no-store'],
	['Content-Type', 'application/json'],
] as const

/**
 * The gate of all HTTP listeners: `/healthz` (the process lives: 200) and `/readyz` (200 while clients can be served,
 * otherwise 503 with the reason) for supervisors and load balancers, and 503 with `Retry-After` for a request with
 * `X-Min-Height` beyond the newest height.
 */
export function createGate(readiness: () => Promise<Readiness>): Gate {
	return ({ method, path, headers }) => {
		if (path === '/healthz' || path === '/readyz') return health(method, path)
		const asked = headers[minHeightHeader]
		return asked === undefined ? undefined : atLeast(String(asked))
	}

	async function health(method: string, path: string): Promise<GateReply> {
		if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: [['Allow', 'GET, HEAD']], body: '' }
		if (path === '/healthz') return { status: 200, headers: usualHeaders, body: '{"status":"ok"}\n' }
		const state = await readiness()
		return { status: state.status === 'ready' ? 200 : 503, headers: usualHeaders, body: `${JSON.stringify(state)}\n` }
	}

	async function atLeast(asked: string): Promise<GateReply | undefined> {
		if (!/^\d{1,15}$/.test(asked)) {
			return { status: 400, headers: usualHeaders, body: '{"error":"X-Min-Height is a height, such as 1200"}\n' }
		}
		const { height = '0' } = await readiness()
		if (Number(height) >= Number(asked)) return undefined
		const error = `height ${asked} is not reached: this node is at ${height}`
		const waiting = [...usualHeaders, ['Retry-After', '1'], ['X-Block-Height', height]] as const
		return { status: 503, headers: waiting, body: `${JSON.stringify({ error, height })}\n` }
	}
}

/** A gate before handlers of the REST server. */
export function gateHandler(gate: Gate): RestHandler {
	return (request, reply) => {
		const asked = gate(request)
		if (asked === undefined) return false
		return asked.then((answer) => {
			if (answer !== undefined) reply.send(answer.status, answer.headers, answer.body)
			return answer !== undefined
		})
	}
}
