import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defaultEndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { limits, listenerLimits } from '../../../src/endpoints/limits.ts'
import { freeRelays } from '../../../src/endpoints/metering/price.ts'
import { guardLimits } from '../../../src/serve/ConnectionGuard.ts'

const page = readFileSync(new URL('../../../docs/endpoints.md', import.meta.url), 'utf8')

/** Rows of a table of the page without its head. */
const table = (name: string): readonly (readonly string[])[] =>
	page
		.split(`<!-- ${name}: made by npm run docs -->\n`)[1]!
		.split(`<!-- /${name} -->`)[0]!
		.trim()
		.split('\n')
		.slice(2)
		.map((line) => line.slice(2, -2).split(' | '))

const units: Readonly<Record<string, number>> = {
	milliseconds: 1,
	seconds: 1_000,
	minutes: 60_000,
	hour: 3_600_000,
	day: 86_400_000,
	days: 86_400_000,
	bytes: 1,
}

it('the limits of the endpoint service are those that docs/endpoints.md promises, one after the other', () => {
	const promised = table('limits').map(([, text = '']) => {
		const [figure = '', unit] = text.split(' ')
		return Number(figure.replaceAll(',', '')) * (unit === undefined ? 1 : units[unit]!)
	})
	const own = Object.values(limits)
	const { limits: ofCalls, pruningWindow } = defaultEndpointsConfig
	expect(promised.slice(0, own.length)).toEqual(own)
	expect(promised.slice(own.length, own.length + 5)).toEqual([...Object.values(ofCalls), pruningWindow])
	const { connections, unfinishedBytes, unsentBytes } = listenerLimits
	const { requestMs, stallMs, pipelined } = guardLimits
	expect(promised.slice(own.length + 5)).toEqual([
		...[connections, unfinishedBytes, unsentBytes, requestMs, stallMs, pipelined],
		Number(freeRelays),
	])
})

it('the defaults of endpoints.json are those that docs/endpoints.md promises', () => {
	const promised = new Map(table('settings').map(([name = '', , value]) => [name.replaceAll('`', ''), value]))
	for (const [name, value] of Object.entries(defaultEndpointsConfig.limits)) {
		expect([name, promised.get(`limits.${name}`)]).toEqual([name, String(value)])
	}
	expect(promised.get('pruningWindow')).toBe(String(defaultEndpointsConfig.pruningWindow))
})
