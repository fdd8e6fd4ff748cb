import { expect, test } from 'vitest'
import { commandGroups } from '../../../../src/cli/commandGroups.ts'
import { type CommandSpec, settingsOf } from '../../../../src/cli/defineCommand.ts'
import { settings } from '../../../../src/node/settings.ts'

/** What shows that a flag does something: the same look at a command without it and with it. */
export interface FlagEffect<Seen> {
	/** Value of the flag; none for a flag without one. */
	readonly value?: string
	/** Flags that are given both times. */
	readonly needs?: readonly string[]
	look(seen: Seen): unknown
	readonly without: unknown
	readonly given: unknown
}

/** Effects by the flags of a command. */
export type FlagEffects<Seen> = Readonly<Record<string, FlagEffect<Seen>>>

/** Runs a command with flags, and gives what a look at it sees. */
export type RunSeen<Seen> = (flags: readonly string[], look: FlagEffect<Seen>['look']) => Promise<unknown>

const long = (flag: string) => flag.split(', ').at(-1)!.split(' ')[0]!

function specOf(command: string): CommandSpec {
	const all = commandGroups.flatMap(({ path, commands }) => commands.map((spec) => ({ path, spec })))
	return all.find(({ path, spec }) => [...path, spec.name].join(' ') === command)!.spec
}

/** Tests each flag that the record of a command has: one without an effect here fails. */
export function testFlags<Seen>(command: string, run: RunSeen<Seen>, effects: FlagEffects<Seen>): void {
	const spec = specOf(command)
	const taken = settings.filter(({ name }) => settingsOf(spec).includes(name))
	const flags = [...taken, ...(spec.flags ?? [])].map(({ flag }) => long(flag))

	test.each([...new Set(flags)])(`the flag %s of ${command} has an effect that is seen`, async (flag) => {
		const effect = effects[flag]
		if (effect === undefined) expect.fail(`nothing here shows that ${flag} of ${command} does something`)
		const { needs = [], value, look, without, given } = effect
		expect([flag, 'left out', await run(needs, look)]).toEqual([flag, 'left out', without])
		const line = value === undefined ? [flag] : [flag, value]
		expect([...line, await run([...needs, ...line], look)]).toEqual([...line, given])
	})

	test(`no effect is told of a flag that ${command} does not have`, () => {
		expect(Object.keys(effects).filter((flag) => !flags.includes(flag))).toEqual([])
	})
}
