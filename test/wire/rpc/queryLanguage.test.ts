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

	// The words of Go's time.Parse (go1.26 time/format.go) for each; it names the day last.
	it.each([
		['2020-00-10', 'month'],
		['2020-01-00', 'day'],
		['2020-12-31', undefined],
		['2020-13-01', 'month'],
		['2020-04-31', 'day'],
		['2019-02-29', 'day'],
		['2020-02-29', undefined],
		['2020-02-30', 'day'],
		['2020-01-02T23:59:59Z', undefined],
		['2020-01-02T24:00:00Z', 'hour'],
		['2020-01-02T00:60:00Z', 'minute'],
		['2020-01-02T00:00:60Z', 'second'],
		['2020-13-30T24:60:60Z', 'month'],
		['2020-02-30T24:60:60Z', 'hour'],
		['2020-02-30T23:60:60Z', 'minute'],
		['2020-02-30T23:59:60Z', 'second'],
		['2020-02-30T23:59:59Z', 'day'],
	])('the part of %s that no date and time has is %s', (text, part) => {
		const { fault } = parseQuery(`a=${text.length === 10 ? 'DATE' : 'TIME'} ${text}`)
		if (part === undefined) expect(fault).toBeUndefined()
		else expect(fault).toContain(`got parsing time "${text}": ${part} out of range while trying to parse ${text} as `)
	})
})
