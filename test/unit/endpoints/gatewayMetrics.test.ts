import { expect, test } from 'vitest'
import { GatewayMetrics } from '../../../src/endpoints/gateway/GatewayMetrics.ts'

test('the metrics of a gateway count calls by application, method and outcome, refusals by status, and times of calls', async () => {
	const metrics = new GatewayMetrics()
	const call = { method: 'eth_call', outcome: 'ok', micros: 100, billed: true } as const
	for (const micros of [100, 101, 6_000_000]) metrics.ran('app', { ...call, micros })
	metrics.ran('app', { ...call, outcome: '5xx', micros: undefined })
	metrics.ran('two', { ...call, method: 'other', outcome: '4xx', micros: 5_000_000 })
	for (const status of [401, 401, 429]) metrics.refused('app', status)
	// What is read twice is not counted twice.
	await metrics.text()
	const { type, body } = await metrics.text()
	expect(type).toContain('version=0.0.4')
	const lines = body.split('\n').filter((line) => line.startsWith('chain_tui_endpoint_'))
	expect(lines.filter((line) => !line.includes('_bucket'))).toEqual([
		'chain_tui_endpoint_refusals_total{application="app",status="401"} 2',
		'chain_tui_endpoint_refusals_total{application="app",status="429"} 1',
		'chain_tui_endpoint_calls_total{application="app",method="eth_call",outcome="ok"} 3',
		'chain_tui_endpoint_calls_total{application="app",method="eth_call",outcome="5xx"} 1',
		'chain_tui_endpoint_calls_total{application="two",method="other",outcome="4xx"} 1',
		'chain_tui_endpoint_call_seconds_sum{method="eth_call"} 6.000201',
		'chain_tui_endpoint_call_seconds_count{method="eth_call"} 3',
		'chain_tui_endpoint_call_seconds_sum{method="other"} 5',
		'chain_tui_endpoint_call_seconds_count{method="other"} 1',
	])
	const buckets = (method: string) =>
		lines.filter((line) => line.includes('_bucket') && line.includes(`"${method}"`)).map((line) => line.split(' ')[1])
	expect(buckets('eth_call')).toEqual(['1', ...Array(13).fill('2'), '3'])
	expect(buckets('other')).toEqual([...Array(13).fill('0'), '1', '1'])
	const limits = [...body.matchAll(/le="([^"]+)",method="other"/g)].map(([, limit]) => limit)
	const [small, great] = ['0.0001 0.0005 0.001 0.0025 0.005 0.01 0.025 0.05', '0.1 0.25 0.5 1 2.5 5 +Inf']
	expect(limits.join(' ')).toBe(`${small} ${great}`)
	expect(body).toContain('process_cpu_seconds_total')
})
