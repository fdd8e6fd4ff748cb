import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { baseRequests } from './baseRequests.ts'
import { knownDifference } from './knownDifferences.ts'
import { type FuzzRequest, mutateRequest } from './mutateRequest.ts'
import { areEqualReplies, differenceKind, normalReply, pathKind, replyKind } from './normalReply.ts'
import { Random } from './Random.ts'
import { closeRestConnections, type RestReply, sendRest } from './RestReply.ts'
import { type RestPair, type SetUp, startOwn, startRestPair } from './restPair.ts'

/** What a run of the fuzzer is told. */
export interface RestFuzzOptions {
	/** Path of the reference's program. */
	readonly program: string
	readonly generation: 8 | 9
	/** How many requests are sent to both. */
	readonly count: number
	readonly seed: number
	/** A file that gets one recorded reply of each kind, for tests without the reference. */
	readonly record?: string | undefined
	readonly print: (line: string) => void
}

/** A recorded request with the reply of the reference. */
export interface RecordedFuzz {
	readonly setUp: SetUp
	readonly pairs: readonly { readonly request: FuzzRequest; readonly reply: RestReply }[]
}

interface Difference {
	readonly request: FuzzRequest
	readonly theirs: RestReply
	readonly ours: RestReply
	count: number
}

/** Sends mutated requests to the reference and to this program, prints what differs, and tells whether nothing did. */
export async function fuzzRest(options: RestFuzzOptions): Promise<boolean> {
	const pair = await startRestPair(options.program, options.generation)
	try {
		const run = new Run(pair, options)
		await run.all()
		const isEqual = run.report()
		if (options.record !== undefined) await run.record(options.record)
		return isEqual
	} finally {
		closeRestConnections()
		await pair.close()
	}
}

class Run {
	readonly #pair: RestPair
	readonly #options: RestFuzzOptions
	readonly #kinds: ReadonlyMap<string, readonly FuzzRequest[]>
	readonly #differences = new Map<string, Difference>()
	readonly #known = new Map<string, number>()
	readonly #recorded = new Map<string, { request: FuzzRequest; reply: RestReply }>()
	readonly #statuses = new Map<number, number>()
	#equal = 0

	constructor(pair: RestPair, options: RestFuzzOptions) {
		this.#pair = pair
		this.#options = options
		this.#kinds = baseRequests(options.generation)
	}

	async all(): Promise<void> {
		const { count, seed } = this.#options
		const started = Date.now()
		for (let index = 0; index < count; index++) {
			await this.#one(new Random(seed * 1_000_003 + index))
			if ((index + 1) % 5000 === 0)
				this.#options.print(`${index + 1} requests, ${Math.round((Date.now() - started) / 1000)} s`)
		}
	}

	async #one(random: Random): Promise<void> {
		const base = this.#base(random)
		const steps = Array.from({ length: random.below(4) }, () => random.below(2 ** 31))
		const request = mutated(base, steps)
		const [theirs, ours] = await this.#both(request)
		this.#statuses.set(theirs.status, (this.#statuses.get(theirs.status) ?? 0) + 1)
		if (areEqualReplies(request, theirs, ours, this.#options.generation)) {
			this.#equal++
			this.#recorded.set(`${request.method} ${pathKind(request.path)} ${replyKind(theirs)}`, {
				request,
				reply: normalReply(request, theirs, this.#options.generation),
			})
			return
		}
		const reason = knownDifference(this.#options.generation, request, theirs, ours)
		if (reason !== undefined) {
			this.#known.set(reason, (this.#known.get(reason) ?? 0) + 1)
			return
		}
		const kind = differenceKind(request, theirs, ours)
		const seen = this.#differences.get(kind)
		if (seen !== undefined) seen.count++
		else this.#differences.set(kind, { ...(await this.#smallest(base, steps, kind)), count: 1 })
	}

	/** A recorded request; posted transactions are every other one, a third of them of threshold keys. */
	#base(random: Random): FuzzRequest {
		const post = random.once(3) ? 'multisig' : 'POST /txs'
		const kind = random.once(2) ? post : random.pick([...this.#kinds.keys()])
		return random.pick(this.#kinds.get(kind) ?? [])
	}

	async #both(request: FuzzRequest): Promise<[RestReply, RestReply]> {
		return Promise.all([sendRest(this.#pair.theirs, request), sendRest(this.#pair.ours, request)])
	}

	/** The difference with as few mutations and members as show it. */
	async #smallest(base: FuzzRequest, steps: readonly number[], kind: string): Promise<Omit<Difference, 'count'>> {
		const show = async (request: FuzzRequest) => {
			const [theirs, ours] = await this.#both(request)
			const isSame =
				!areEqualReplies(request, theirs, ours, this.#options.generation) &&
				differenceKind(request, theirs, ours) === kind
			return { isSame, shown: { request, theirs, ours } }
		}
		let best = await show(mutated(base, steps))
		for (const step of steps) {
			const tried = await show(mutated(base, [step]))
			if (!tried.isSame) continue
			best = tried
			break
		}
		for (let round = 0; round < 40; round++) {
			const smaller = await firstSame(withoutOne(best.shown.request), show)
			if (smaller === undefined) break
			best = smaller
		}
		return best.shown
	}

	report(): boolean {
		const { generation, count, seed } = this.#options
		const differences = [...this.#differences.values()].sort((a, b) => b.count - a.count)
		for (const { request, theirs, ours, count: times } of differences) {
			this.#options.print(`\n${times} times: ${request.method} ${request.path} ${JSON.stringify(request.headers)}`)
			if (request.body !== undefined) this.#options.print(`  body      ${shortened(request.body)}`)
			this.#options.print(`  reference ${describe(theirs)}`)
			this.#options.print(`  ours      ${describe(ours)}`)
		}
		for (const [reason, times] of this.#known) this.#options.print(`${times} known: ${reason}`)
		const statuses = [...this.#statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
		this.#options.print(`statuses of the reference: ${statuses.join(', ')}; ${this.#recorded.size} kinds of replies`)
		const known = [...this.#known.values()].reduce((sum, times) => sum + times, 0)
		this.#options.print(
			`generation ${generation}, seed ${seed}: ${this.#equal} of ${count} replies equal, ${known} differ as documented, ` +
				`${count - this.#equal - known} differ otherwise, in ${differences.length} ways`,
		)
		return differences.length === 0
	}

	/** Keeps the replies that a fresh node gives as well: those that hang on no earlier request. */
	async record(file: string): Promise<void> {
		const { setUp } = this.#pair
		const own = await startOwn(this.#options.generation, setUp)
		const pairs: { request: FuzzRequest; reply: RestReply }[] = []
		for (const pair of this.#recorded.values()) {
			if (pair.request.body?.includes('async')) continue
			if (/"raw_log":"\[\]"/.test(pair.reply.body)) continue
			const reply = await sendRest(own.port, pair.request)
			if (areEqualReplies(pair.request, reply, pair.reply, this.#options.generation)) pairs.push(pair)
		}
		await own.close()
		const recorded: RecordedFuzz = { setUp, pairs }
		writeFileSync(file, gzipSync(JSON.stringify(recorded), { level: 9 }))
		this.#options.print(`${pairs.length} pairs recorded in ${file}`)
	}
}

function mutated(base: FuzzRequest, steps: readonly number[]): FuzzRequest {
	return steps.reduce((request, step) => mutateRequest(request, new Random(step)), base)
}

async function firstSame<T extends { readonly isSame: boolean }>(
	requests: Iterable<FuzzRequest>,
	show: (request: FuzzRequest) => Promise<T>,
): Promise<T | undefined> {
	for (const request of requests) {
		const tried = await show(request)
		if (tried.isSame) return tried
	}
	return undefined
}

/** The request with one part less: a header, a parameter, or a member or item of its JSON. */
function* withoutOne(request: FuzzRequest): Generator<FuzzRequest> {
	for (const name of Object.keys(request.headers)) {
		const { [name]: _left, ...headers } = request.headers
		yield { ...request, headers }
	}
	const [path, query] = request.path.split('?')
	if (path !== undefined && query !== undefined) {
		const pairs = query.split('&')
		for (const index of pairs.keys()) yield { ...request, path: `${path}?${pairs.toSpliced(index, 1).join('&')}` }
	}
	const value = parsed(request.body)
	if (value !== undefined) for (const less of lesser(value)) yield { ...request, body: JSON.stringify(less) }
}

function parsed(body: string | undefined): unknown {
	try {
		return body === undefined ? undefined : JSON.parse(body)
	} catch {
		return undefined
	}
}

function* lesser(value: unknown): Generator<unknown> {
	if (Array.isArray(value)) {
		for (const index of value.keys()) yield value.toSpliced(index, 1)
		for (const [index, item] of value.entries()) for (const less of lesser(item)) yield value.with(index, less)
	} else if (typeof value === 'object' && value !== null) {
		for (const key of Object.keys(value)) {
			yield Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
		}
		for (const [key, member] of Object.entries(value)) {
			for (const less of lesser(member)) yield { ...value, [key]: less }
		}
	}
}

function shortened(text: string): string {
	return text.length > 700 ? `${text.slice(0, 500)}…${text.slice(-150)}` : text
}

function describe({ status, headers, body }: RestReply): string {
	return `${status} ${JSON.stringify(headers)} ${JSON.stringify(shortened(body))}`
}
