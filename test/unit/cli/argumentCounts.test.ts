import { expect, test } from 'vitest'
import { commandGroups } from '../../../src/cli/commandGroups.ts'

/** Commands some of whose arguments may be left out, and how many may not. */
const fewest: Readonly<Record<string, number>> = {
	...{ requests: 0, greet: 0, watch: 0, faucet: 1, account: 0, convert: 0, config: 0 },
	...{ 'act-as': 0, 'migration-report': 0, 'query block': 0, 'snapshot create': 0 },
	...{ 'endpoints login': 0, 'endpoints statement': 0, 'endpoints audit': 0, 'endpoints invitations list': 0 },
	...{ 'endpoints apps call': 2, 'eth call': 2, 'eth send': 1, 'eth deploy': 1 },
}

const commands = commandGroups.flatMap(({ path, commands }) =>
	commands.map((spec) => [[...path, spec.name].join(' '), spec] as const),
)

test.each(commands)('chain-tui %s takes as many arguments as its usage line names', (name, { args, count }) => {
	// Of lists in brackets of their own, such as [[signature]...], one is needed.
	const words = args?.match(/\[(\[[^\]]*\]|[^[\]])*\]/g) ?? []
	const max = args?.includes('...') === true ? Number.POSITIVE_INFINITY : words.length
	expect(count ?? { min: 0, max }).toEqual({ min: fewest[name] ?? words.length, max })
})
