import type { EvmClient } from './EvmClient.ts'
import type { EvmClientParts } from './EvmSource.ts'

/** Creates the EVM client of an address. viem loads at the first call, so that no start waits for it. */
export function createEvmClient(parts: EvmClientParts): EvmClient {
	let loaded: Promise<Omit<EvmClient, 'url' | 'abis'>> | undefined
	const load = () => {
		loaded ??= import('./connectEvm.ts').then(({ connectEvm }) => connectEvm(parts))
		return loaded
	}
	return {
		url: parts.url,
		abis: parts.abis,
		chainId: async () => (await load()).chainId(),
		account: async (...args) => (await load()).account(...args),
		code: async (...args) => (await load()).code(...args),
		storage: async (...args) => (await load()).storage(...args),
		call: async (...args) => (await load()).call(...args),
		send: async function* (...args) {
			yield* (await load()).send(...args)
		},
		deploy: async function* (...args) {
			yield* (await load()).deploy(...args)
		},
		logs: async (...args) => (await load()).logs(...args),
		trace: async (...args) => (await load()).trace(...args),
		traceCall: async (...args) => (await load()).traceCall(...args),
		decodeCall: async (...args) => (await load()).decodeCall(...args),
		readArtifacts: async (...args) => (await load()).readArtifacts(...args),
	}
}
