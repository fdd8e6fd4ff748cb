import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { matchQuery } from '../../../src/engine/query/matchQuery.ts'
import { type Condition, parseQuery } from '../../../src/engine/query/parseQuery.ts'

/** Made with Tendermint v0.34.15's own parser: its error texts, conditions and matches against three sets of events. */
interface Vectors {
	readonly events: readonly Record<string, string[]>[]
	readonly vectors: readonly {
		readonly query: string
		readonly error?: string
		readonly conditions?: readonly string[]
		readonly matches?: readonly boolean[]
	}[]
}

const { events, vectors } = JSON.parse(
	readFileSync(new URL('../../golden/engine/query-vectors.json', import.meta.url), 'utf8'),
) as Vectors

const operators = ['<=', '>=', '<', '>', '=', 'CONTAINS', 'EXISTS']
const goTypes = { text: 'string', int: 'int64', float: 'float64', time: 'time.Time' }

function line({ key, operator, operand }: Condition): string {
	const type = operand === undefined ? '<nil>' : goTypes[operand.kind]
	return `${key}|${operators.indexOf(operator)}|${type}|${operand === undefined ? '<nil>' : operand.value}`
}

function outcome(text: string) {
	try {
		const query = parseQuery(text)
		// Faults of operands are marked so in the recording.
		if (query.fault !== undefined) return { error: `C:${query.fault}` }
		return {
			conditions: query.conditions.map(line),
			matches: events.map((keys) => matchQuery(query, new Map(Object.entries(keys)))),
		}
	} catch (fault) {
		return { error: fault instanceof Error ? fault.message : String(fault) }
	}
}

describe('the query language', () => {
	it(`reads, refuses and matches ${vectors.length} queries as Tendermint does`, () => {
		const different = vectors
			.map(({ query, ...wanted }) => ({ query, wanted, got: outcome(query) }))
			.filter(({ wanted, got }) => JSON.stringify(wanted) !== JSON.stringify(got))
		expect(vectors.length).toBeGreaterThan(100)
		expect(different.slice(0, 5)).toEqual([])
	})
})
