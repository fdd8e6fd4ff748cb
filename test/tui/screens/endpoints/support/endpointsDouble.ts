import type { EndpointsClient } from '../../../../../src/client/index.ts'
import type { TuiApp } from '../../../../../src/tui/app/TuiApp.ts'
import type { EndpointsModel } from '../../../../../src/tui/screens/endpoints/EndpointsModel.ts'
import { ChainDouble } from '../../../support/chainDouble.ts'
import { placesApp } from '../../../support/placesApp.ts'

/** The time of the texts in these tests. */
export const now = Date.UTC(2026, 10, 21, 12, 34, 56)

export const project = {
	id: 'prj_1',
	name: 'acme',
	role: 'owner',
	accountId: 'acc_1',
	createdAt: now - 3_600_000,
} as const

export const application = {
	...{ id: 'app_1', projectId: 'prj_1', name: 'Storefront', description: '', network: 'archival', keyRequired: true },
	...{ url: 'http://127.0.0.1:8545/v1/aa', origins: [], ips: [], rateLimit: null, warnings: [], notices: [] },
	createdAt: now - 3_600_000,
} as const

export const statement = {
	...{ month: '2026-11', relays: 3_000_000, freeRelays: 15_000_000, usd: '1.50', cap: null, notices: [] },
	plans: [{ plan: 'payg', nanoUsdPerRelay: '4500', from: now - 86_400_000, billedRelays: 0, usd: '0.00' }],
	days: [
		{ day: '2026-11-01', relays: 5 },
		{ day: '2026-11-03', relays: 9 },
	],
	applications: [
		{ applicationId: 'app_1', name: 'Storefront', relays: 2_000_000 },
		{ applicationId: 'app_2', name: 'Back office', relays: 1_000_000 },
	],
}

export const account = {
	...{ id: 'acc_1', email: 'owner@example.com', plan: 'payg', cap: null, hasPassword: true, createdAt: now - 1_000 },
} as const

const latency = { average: 5, p50: 4, p95: 50, p99: 500 }

/** Statistics of so many hours, each with three calls of which one failed. */
export function statisticsOf(hours: number): object {
	return {
		...{ total: 3 * hours, invalid: 1, success: 2 * hours, clientErrors: hours, serverErrors: 0, latency },
		methods: [
			{ method: 'eth_call', total: 71, clientErrors: 24, serverErrors: 0, latency },
			{ method: 'eth_chainId', total: 1, clientErrors: 0, serverErrors: 1, latency },
		],
		hours: Array.from({ length: hours }, (_, index) => ({
			at: Date.UTC(2026, 10, 1) + index * 3_600_000,
			...{ total: 3, success: 2, clientErrors: 1, serverErrors: 0, averageMs: 5 + index },
		})),
	}
}

/** The Endpoints screen over a service that answers with these things, and an app that is drawn nowhere. */
export async function endpointsOver(
	parts: object = {},
	preferences: Parameters<typeof placesApp>[0] = {},
): Promise<{ readonly app: TuiApp; readonly model: EndpointsModel; readonly calls: string[] }> {
	const calls: string[] = []
	const answers: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
		account: () => account,
		projects: () => [project],
		statement: () => statement,
		invitations: () => [],
		applications: () => [application],
		application: () => application,
		keys: () => [],
		statistics: () => statisticsOf(24),
		networks: () => [],
		...parts,
	}
	const service = new Proxy({ isLoggedIn: true, url: 'http://127.0.0.1:8545', ...parts } as object, {
		get: (target, name: string) =>
			name in target && typeof Reflect.get(target, name) !== 'function'
				? Reflect.get(target, name)
				: async (...args: readonly unknown[]) => {
						calls.push([name, ...args.map((arg) => JSON.stringify(arg))].join(' '))
						return answers[name]?.(...args)
					},
		has: () => true,
	})
	const app = placesApp(preferences)
	app.client = Object.defineProperty(new ChainDouble(), 'endpoints', { value: service as EndpointsClient })
	const model = app.screens.find(({ id }) => id === 'endpoints')!.model as EndpointsModel
	model.restart()
	return { app, model, calls }
}
