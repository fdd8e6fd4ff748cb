import { UserError } from '../../errors/UserError.ts'
import type { TimeRange } from '../../wire/management/applicationSchemas.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { endpointsCommand } from './endpointsCommand.ts'
import { readFlag, routeCommands } from './routeCommands.ts'

const dayMs = 86_400_000

/** `endpoints apps …` */
export const applicationCommands: readonly CommandSpec[] = [
	...routeCommands('apps'),
	endpointsCommand({
		name: 'statistics',
		example: 'apps statistics reader --from 2026-11-01 --csv',
		args: '[application]',
		count: exactly(1),
		description: 'calls and latencies by hour and method',
		flags: [
			{ flag: '--range <name>', description: 'time to tell of', default: '24h', choices: ['24h', 'month'] },
			{ flag: '--from <time>', description: 'start of another range, as 2026-11-21 or 2026-11-21T10:00:00Z' },
			{ flag: '--to <time>', description: 'its end; now when left out' },
			{ flag: '--csv', description: 'print CSV' },
		],
		run: async (client, [id = ''], context) => {
			const range = timeRange(context)
			if (!isSet(context, 'csv')) return client.statistics(id, range)
			context.io.stdout(await client.statisticsCsv(id, range))
		},
	}),
	endpointsCommand({
		name: 'call',
		example: `apps call reader eth_getBalance '["0x0000000000000000000000000000000000000001", "latest"]'`,
		args: '[application] [method] [params as JSON]',
		count: { min: 2, max: 3 },
		description: 'call the endpoint; the reply is printed as it came',
		details: 'The key comes from the environment variable API_KEY, so that it stays out of the shell history.',
		flags: [{ flag: '--curl', description: 'print the curl line instead' }],
		run: async (client, [id = '', method = '', text = '[]'], context) => {
			const { url, keyRequired } = await client.application(id)
			const params = jsonArray(text)
			if (isSet(context, 'curl')) {
				const { curlLine } = await import('../../endpoints/client/curlLine.ts')
				context.io.stdout(`${curlLine({ url, method, params, ...(keyRequired ? {} : { key: 'none' }) })}\n`)
				return undefined
			}
			const key = context.io.env.API_KEY
			const { status, body } = await client.tryCall({ url, method, params, ...(key ? { key } : {}) })
			if (status !== 200) {
				throw new UserError(`The endpoint answered with status ${status}.`, {
					why: body.trim(),
					next: status === 401 ? 'Set the environment variable API_KEY to a key of the application.' : '',
				})
			}
			context.io.stdout(`${body}\n`)
		},
	}),
]

function timeRange(context: CommandContext): TimeRange {
	const now = Date.now()
	const [from, to] = [textFlag(context, 'from'), textFlag(context, 'to')]
	const end = to === undefined ? now : (readFlag('time', '--to', to) as number)
	if (from !== undefined) return { from: readFlag('time', '--from', from) as number, to: end }
	if (to !== undefined) throw new UsageError('--to goes with --from only', { next: 'Give the start of the time too.' })
	if (textFlag(context, 'range') !== 'month') return { from: now - dayMs, to: now }
	const date = new Date(now)
	return { from: Date.UTC(date.getUTCFullYear(), date.getUTCMonth()), to: now }
}

function jsonArray(text: string): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(text)
		if (Array.isArray(value)) return value
	} catch {}
	throw new UserError('The parameters of a call are a JSON array.', { next: 'Write them as \'["0x…", "latest"]\'.' })
}
