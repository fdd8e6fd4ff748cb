import { UserError } from '../../../../src/errors/UserError.ts'
import type { RaceWorld } from './RaceWorld.ts'
import { brokenInvariants } from './raceInvariants.ts'
import type { RacePair } from './racePairs.ts'

/** How the races of a pair have ended. */
export interface RaceResult {
	readonly name: string
	readonly pairs: number
	/** Races in which both, one or none succeeded. */
	readonly succeeded: readonly [none: number, one: number, both: number]
	/** What went wrong: failures of the service, other numbers of successes than certain, broken invariants. */
	readonly faults: readonly string[]
}

/** Refusals that the rules of the service make; anything else is a failure of it. */
const refusals = ['conflict', 'invalid', 'not_found', 'forbidden', 'not_logged_in', 'wrong_login', 'wrong_password']

/** Races at once: each has people and a project of its own, and all share the gateways. */
const lanes = 8

/** Runs a pair `count` times, in an order and with delays that `random` gives, and checks what is left. */
export async function runRaces(
	world: RaceWorld,
	pair: RacePair,
	count: number,
	random: (below: number) => number,
): Promise<RaceResult> {
	const succeeded: [number, number, number] = [0, 0, 0]
	const faults: string[] = []
	for (let from = 0; from < count; from += lanes) {
		const races = await Promise.all(Array.from({ length: Math.min(lanes, count - from) }, () => pair.prepare(world)))
		const delays = races.map(() => [random(4), random(4)] as const)
		await Promise.all(
			races.map(async ({ runs, check }, lane) => {
				const outcomes = await Promise.all(
					runs.map((run, side) => attempt(run, delays[lane]?.[side === 0 ? 0 : 1] ?? 0)),
				)
				const done = outcomes.map((outcome) => outcome === undefined)
				const number = done.filter(Boolean).length
				succeeded[number === 2 ? 2 : number === 1 ? 1 : 0]++
				faults.push(...outcomes.flatMap((outcome) => outcome || []))
				if (pair.succeed !== undefined && number !== pair.succeed) faults.push(`${number} succeeded`)
				const problem = await check?.([done[0] === true, done[1] === true])
				if (problem !== undefined) faults.push(problem)
			}),
		)
	}
	return { name: pair.name, pairs: count, succeeded, faults: [...faults, ...(await brokenInvariants(world.storage))] }
}

/** Undefined when it succeeded, empty when the rules refused it, else what failed. */
async function attempt(run: () => Promise<unknown>, delayMs: number): Promise<string | undefined> {
	if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
	try {
		await run()
		return undefined
	} catch (error) {
		if (error instanceof UserError && refusals.includes(String(error.cause))) return ''
		return error instanceof Error ? error.message : String(error)
	}
}
