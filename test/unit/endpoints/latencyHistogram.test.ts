import { expect, it } from 'vitest'
import { LatencyHistogram } from '../../../src/endpoints/gateway/GatewayMetrics.ts'

it("the histogram writes its classes, sum and count in Prometheus' text format", () => {
	const histogram = new LatencyHistogram('call_seconds', 'Time of a call')
	for (const micros of [100, 101, 6_000_000]) histogram.observe('eth_call', micros)
	const lines = histogram.text().split('\n')
	expect(lines.slice(0, 5)).toEqual([
		'# HELP call_seconds Time of a call',
		'# TYPE call_seconds histogram',
		'call_seconds_bucket{le="0.0001",method="eth_call"} 1',
		'call_seconds_bucket{le="0.0005",method="eth_call"} 2',
		'call_seconds_bucket{le="0.001",method="eth_call"} 2',
	])
	expect(lines.slice(-5)).toEqual([
		'call_seconds_bucket{le="5",method="eth_call"} 2',
		'call_seconds_bucket{le="+Inf",method="eth_call"} 3',
		'call_seconds_sum{method="eth_call"} 6.000201',
		'call_seconds_count{method="eth_call"} 3',
		'',
	])
})
