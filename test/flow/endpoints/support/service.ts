import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { EthMethod } from '../../../../src/api/eth/rpc/EthMethod.ts'
import { EthMethodSet } from '../../../../src/api/eth/rpc/EthMethodSet.ts'
import { ChainView } from '../../../../src/endpoints/chain/ChainView.ts'
import { createEndpointsClient } from '../../../../src/endpoints/client/createEndpointsClient.ts'
import type { EndpointsClient } from '../../../../src/endpoints/client/EndpointsClient.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from '../../../../src/endpoints/EndpointsConfig.ts'
import { type EndpointUpstream, UpstreamError } from '../../../../src/endpoints/EndpointUpstream.ts'
import { plainMethods } from '../../../../src/endpoints/methods/index.ts'
import type { PlainContext } from '../../../../src/endpoints/methods/plainParams.ts'
import type { PasswordCost } from '../../../../src/endpoints/service/ServiceContext.ts'
import { type Endpoints, startEndpoints } from '../../../../src/endpoints/startEndpoints.ts'
import type { Clock } from '../../../../src/util/Clock.ts'
import { systemClock } from '../../../../src/util/Clock.ts'
import type { NewApplicationView } from '../../../../src/wire/management/applicationSchemas.ts'
import type { GivenRole } from '../../../../src/wire/management/projectSchemas.ts'
import type { Call, MethodName } from '../../../../src/wire/NodeSchema.ts'

/** A chain that stands still at a height. */
export function chainAt(height: number): EndpointUpstream {
	return {
		prefix: 'chain',
		denom: 'uchain',
		minimumGasPrices: '0.01uchain',
		clientVersion: 'chain-tui/test',
		// Only what the service reads of the replies.
		call: (async (method: MethodName): Promise<unknown> => {
			if (method === 'status') {
				return {
					node_info: { network: 'kava_2222-10' },
					sync_info: {
						latest_block_height: String(height),
						earliest_block_height: '1',
						catching_up: false,
					},
				}
			}
			if (method === 'abci_query') return { response: { code: 0, value: null } }
			throw new UpstreamError(`no ${method} here`, -32601)
		}) as Call,
	}
}

/** A service on a free port with a folder of its own. */
export interface TestService {
	readonly endpoints: Endpoints
	readonly client: EndpointsClient
	readonly home: string
	/** Everything that was logged. */
	readonly lines: string[]
	readonly databaseUrl: string
	close(): Promise<void>
}

/** So little work that a test can log in hundreds of times. */
export const quickPasswords: PasswordCost = { memoryKiB: 256, passes: 1 }

/** Starts one; it must be closed. */
export async function startService(
	options: {
		readonly databaseUrl?: string
		readonly config?: Partial<EndpointsConfig>
		readonly upstream?: EndpointUpstream
		/** Offered beside those of a chain without an EVM. */
		readonly methods?: readonly EthMethod<PlainContext>[]
		readonly clock?: Clock
		/** A hundredth of the usual one when it is left out; undefined is the usual one. */
		readonly passwordCost?: PasswordCost | undefined
	} = {},
): Promise<TestService> {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-endpoints-'))
	const lines: string[] = []
	const databaseUrl = options.databaseUrl ?? `sqlite:${join(home, 'endpoints.sqlite')}`
	const upstream = options.upstream ?? chainAt(5_000)
	const context = { chain: new ChainView(upstream), evmChainId: undefined }
	const endpoints = await startEndpoints({
		listener: { host: '127.0.0.1', port: 0 },
		databaseUrl,
		upstream,
		home,
		log: (level, source, message) => lines.push(`${level} ${source} ${message}`),
		clock: options.clock ?? systemClock,
		passwordCost: 'passwordCost' in options ? options.passwordCost : quickPasswords,
		config: { ...defaultEndpointsConfig, ...options.config },
		...(options.methods === undefined
			? {}
			: { methods: EthMethodSet.of([...plainMethods, ...options.methods], context) }),
		eager: true,
	})
	return {
		endpoints,
		client: createEndpointsClient(endpoints.url, undefined),
		home,
		lines,
		databaseUrl,
		async close() {
			await endpoints.close()
			rmSync(home, { recursive: true, force: true })
		},
	}
}

/** Another person's client of the same service, signed up. */
export async function person(service: TestService, email: string): Promise<EndpointsClient> {
	const client = createEndpointsClient(service.endpoints.url, undefined)
	await client.signUp(email, 'correct horse battery')
	return client
}

/** Brings a person into a team: the owner invites, they accept. Their account's id. */
export async function joinTeam(
	owner: EndpointsClient,
	projectId: string,
	member: EndpointsClient,
	role: GivenRole,
): Promise<string> {
	const { id: accountId, email } = await member.account()
	const { id } = await owner.inviteMember(projectId, { email, role })
	await member.acceptInvitation(id)
	return accountId
}

/** A signed-up client with one application. */
export async function withApplication(
	service: TestService,
	network: 'archival' | 'pruning' = 'archival',
): Promise<NewApplicationView & { readonly client: EndpointsClient; readonly projectId: string }> {
	const client = await person(service, `owner-${Math.random().toString(36).slice(2)}@example.com`)
	const project = await client.createProject({ name: 'project' })
	const made = await client.createApplication(project.id, { name: 'app', network })
	return { ...made, client, projectId: project.id }
}

/** How a login at a provider fails: what is said and what to do. */
export async function failedLogin(
	client: EndpointsClient,
	loginId: string,
): Promise<{ readonly message: string; readonly next: string }> {
	let end = { message: '', next: '' }
	await expect
		.poll(
			async () => {
				const { state, message, next } = await client.deviceLogin(loginId)
				end = { message, next }
				return state
			},
			{ timeout: 30_000, interval: 20 },
		)
		.toBe('failed')
	return end
}

/** Posts a text as it is. */
export async function post(
	url: string,
	body: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
	const response = await fetch(url, {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	})
	return { status: response.status, text: await response.text(), headers: response.headers }
}

/** A call of eth_blockNumber. */
export const blockNumberCall = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
