import { ChainView } from '../../../../src/endpoints/chain/ChainView.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from '../../../../src/endpoints/EndpointsConfig.ts'
import type { EndpointUpstream } from '../../../../src/endpoints/EndpointUpstream.ts'
import { handlers } from '../../../../src/endpoints/management/handlers.ts'
import { createAccount } from '../../../../src/endpoints/service/accounts/accounts.ts'
import type { Actor } from '../../../../src/endpoints/service/Operation.ts'
import type { ServiceContext } from '../../../../src/endpoints/service/ServiceContext.ts'
import { openStorage, type Storage } from '../../../../src/endpoints/storage/openStorage.ts'
import { silentLog } from '../../../../src/util/Log.ts'
import {
	type GivenReply,
	managementRoutes,
	type PathValues,
	type RouteId,
	type Taken,
} from '../../../../src/wire/management/managementRoutes.ts'
import { chainAt } from '../../../flow/endpoints/support/service.ts'

/** The operations of an endpoint service without a listener, over a database in memory. */
export interface Desk {
	readonly context: ServiceContext
	readonly db: Storage['db']
	/** Its clock, which stands still. */
	readonly clock: { ms: number; now(): number }
	/** How often a gateway was told to forget what it knows. */
	readonly changes: () => number
	/** Opens an account. */
	account(email: string): Promise<Actor>
	/** Runs an operation for an account. */
	run<Id extends RouteId>(
		id: Id,
		actor: Actor | undefined,
		given?: {
			readonly path?: PathValues<Id>
			readonly body?: Taken<Id, 'body'>
			readonly query?: Taken<Id, 'query'>
			readonly address?: string
		},
	): Promise<GivenReply<Id>>
}

/** Opens one; its database must be closed. */
export async function openDesk(
	config: Partial<EndpointsConfig> = {},
	upstream: EndpointUpstream = chainAt(5_000),
): Promise<Desk> {
	const storage = await openStorage('sqlite::memory:')
	const clock = { ms: Date.UTC(2026, 10, 21, 12), now: () => clock.ms }
	let changes = 0
	const context: ServiceContext = {
		storage,
		clock,
		log: silentLog,
		config: { ...defaultEndpointsConfig, ...config },
		chain: new ChainView(upstream),
		passwordCost: { memoryKiB: 256, passes: 1 },
		changed: () => {
			changes++
		},
	}
	return {
		context,
		db: storage.db,
		clock,
		changes: () => changes,
		account: async (email) => ({ accountId: await createAccount(context, email, null), sessionId: 'ses_none' }),
		run: async (id, actor, given = {}) => {
			const handler = handlers[id] as unknown as (request: object) => Promise<never>
			const { action } = managementRoutes[id]
			return handler({ address: '203.0.113.7', ...given, context, publicUrl: 'https://rpc.test', action, actor })
		},
	}
}

/** The refusal of a promise: status, code, message and next step. */
export async function refusalOf(attempt: Promise<unknown>): Promise<readonly unknown[] | undefined> {
	return attempt.then(
		() => undefined,
		(fault: { status?: number; code?: string; message: string; next?: string }) => [
			fault.status,
			fault.code,
			fault.message,
			fault.next,
		],
	)
}
