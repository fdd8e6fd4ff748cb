import { UserError } from '../../errors/UserError.ts'
import type { TimeRange } from '../../wire/management/applicationSchemas.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'
import { wholeNumber } from './accountCommands.ts'
import { endpointsCommand } from './endpointsCommand.ts'

const dayMs = 86_400_000

/** `endpoints apps …` */
export const applicationCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'list',
		example: 'apps list acme',
		args: '[project]',
		count: exactly(1),
		description: 'applications of a project',
		run: (client, [project = '']) => client.applications(project),
	}),
	endpointsCommand({
		name: 'create',
		example: 'apps create acme reader --network archival',
		args: '[project] [name]',
		count: exactly(2),
		description: 'make an endpoint; its first key is printed this once',
		flags: [
			{
				flag: '--network <name>',
				description: 'archival answers for every height the node keeps, pruning for the newest',
				default: 'pruning',
				choices: ['archival', 'pruning'],
			},
			{ flag: '--description <text>', description: 'what it is for' },
		],
		run: async (client, [project = '', name = ''], context) => {
			const network = textFlag(context, 'network') === 'archival' ? 'archival' : 'pruning'
			const description = textFlag(context, 'description') ?? ''
			const made = await client.createApplication(project, { name, description, network })
			for (const notice of made.application.notices) context.io.stderr(`Warning: ${notice}\n`)
			context.io.stderr('The key is shown only this once: save it now.\n')
			return made
		},
	}),
	endpointsCommand({
		name: 'show',
		example: 'apps show reader',
		args: '[application]',
		count: exactly(1),
		description: 'one application',
		run: (client, [id = '']) => client.application(id),
	}),
	endpointsCommand({
		name: 'edit',
		example: 'apps edit reader --rate-limit 50',
		args: '[application]',
		count: exactly(1),
		description: 'change name, description or rate limit',
		flags: [
			{ flag: '--name <text>', description: 'another name' },
			{ flag: '--description <text>', description: 'what it is for' },
			{ flag: '--rate-limit <n>', description: 'calls a second, or none' },
		],
		run: (client, [id = ''], context) => {
			const rate = textFlag(context, 'rateLimit')
			return client.editApplication(id, {
				name: textFlag(context, 'name'),
				description: textFlag(context, 'description'),
				rateLimit: rate === undefined ? undefined : rate === 'none' ? null : wholeNumber(rate, '--rate-limit'),
			})
		},
	}),
	endpointsCommand({
		name: 'delete',
		example: 'apps delete reader',
		args: '[application]',
		count: exactly(1),
		description: 'end an endpoint',
		run: (client, [id = '']) => client.deleteApplication(id),
	}),
	endpointsCommand({
		name: 'key-required',
		example: 'apps key-required reader on',
		args: '[application] [on|off]',
		count: exactly(2),
		description: 'switch whether an API key is needed',
		run: async (client, [id = '', value], context) => {
			if (value !== 'on' && value !== 'off') throw new UsageError('Say on or off.')
			const application = await client.setKeyRequired(id, { required: value === 'on' })
			for (const warning of application.warnings) context.io.stderr(`Warning: ${warning}\n`)
			return application
		},
	}),
	endpointsCommand({
		name: 'allow',
		example: 'apps allow reader --origins https://app.example.com --ips 203.0.113.0/24',
		args: '[application]',
		count: exactly(1),
		description: 'replace the allowlists of origins or addresses',
		details: 'Entries are separated by commas; an empty list opens that kind: --origins "".',
		flags: [
			{ flag: '--origins <list>', description: 'https://app.example.com, *.example.com' },
			{ flag: '--ips <list>', description: '203.0.113.7, 2001:db8::/32' },
		],
		run: (client, [id = ''], context) => {
			const [origins, ips] = [textFlag(context, 'origins'), textFlag(context, 'ips')]
			if (origins === undefined && ips === undefined) throw new UsageError('allow needs --origins or --ips.')
			return client.setAllowlists(id, {
				...(origins === undefined ? {} : { origins: entries(origins) }),
				...(ips === undefined ? {} : { ips: entries(ips) }),
			})
		},
	}),
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
			return undefined
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
			return undefined
		},
	}),
]

/** `endpoints keys …` */
export const keyCommands: readonly CommandSpec[] = [
	endpointsCommand({
		name: 'list',
		example: 'keys list reader',
		args: '[application]',
		count: exactly(1),
		description: 'API keys, without the keys themselves',
		run: (client, [id = '']) => client.keys(id),
	}),
	endpointsCommand({
		name: 'create',
		example: 'keys create reader --label ci --expires 2027-01-01',
		args: '[application]',
		count: exactly(1),
		description: 'make an API key; it is printed this once',
		flags: [
			{ flag: '--label <text>', description: 'what it is for' },
			{ flag: '--expires <time>', description: 'when it ends, as 2027-01-01; never when left out' },
		],
		run: async (client, [id = ''], context) => {
			const expires = textFlag(context, 'expires')
			return client.createKey(id, {
				label: textFlag(context, 'label') ?? '',
				expiresAt: expires === undefined ? null : time(expires, '--expires'),
			})
		},
	}),
	endpointsCommand({
		name: 'rotate',
		example: 'keys rotate reader key_9f86d081884c7d65 --overlap-hours 48',
		args: '[application] [key]',
		count: exactly(2),
		description: 'make a successor of a key, which works on for a while',
		flags: [
			{ flag: '--overlap-hours <n>', description: 'how long the old key still works', default: '24' },
			{ flag: '--expires <time>', description: 'when the new one ends, or never; with the old one when left out' },
		],
		run: async (client, [id = '', key = ''], context) => {
			const hours = wholeNumber(textFlag(context, 'overlapHours')!, '--overlap-hours')
			const expires = textFlag(context, 'expires')
			return client.rotateKey(id, key, {
				overlapMs: hours * 3_600_000,
				...(expires === undefined ? {} : { expiresAt: expires === 'never' ? null : time(expires, '--expires') }),
			})
		},
	}),
	endpointsCommand({
		name: 'revoke',
		example: 'keys revoke reader key_9f86d081884c7d65',
		args: '[application] [key]',
		count: exactly(2),
		description: 'revoke a key permanently',
		run: (client, [id = '', key = '']) => client.revokeKey(id, key),
	}),
]

function entries(text: string): readonly string[] {
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '')
}

function timeRange(context: CommandContext): TimeRange {
	const now = Date.now()
	const [from, to] = [textFlag(context, 'from'), textFlag(context, 'to')]
	const end = to === undefined ? now : time(to, '--to')
	if (from !== undefined) return { from: time(from, '--from'), to: end }
	if (textFlag(context, 'range') !== 'month') return { from: now - dayMs, to: now }
	const date = new Date(now)
	return { from: Date.UTC(date.getUTCFullYear(), date.getUTCMonth()), to: now }
}

function time(text: string, flag: string): number {
	const value = Date.parse(text)
	if (!Number.isNaN(value)) return value
	throw new UserError(`${flag} cannot be "${text}".`, { next: 'Write a time as 2026-11-21 or 2026-11-21T10:00:00Z.' })
}

function jsonArray(text: string): readonly unknown[] {
	try {
		const value: unknown = JSON.parse(text)
		if (Array.isArray(value)) return value
	} catch {}
	throw new UserError('The parameters of a call are a JSON array.', { next: 'Write them as \'["0x…", "latest"]\'.' })
}
