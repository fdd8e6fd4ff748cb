import { afterEach, describe, expect, it, vi } from 'vitest'

async function backendWith(value: string) {
	vi.resetModules()
	vi.stubEnv('CHAIN_TUI_SECP256K1', value)
	const { signatureBackend } = await import('../../../src/crypto/signatureBackend.ts')
	return signatureBackend()
}

describe('the choice of the signature backend', () => {
	afterEach(() => vi.unstubAllEnvs())

	it('is native unless told otherwise', async () => {
		expect((await backendWith('')).name).toBe('native')
		expect((await backendWith('native')).name).toBe('native')
	})

	it('is WebAssembly when forced, and says so', async () => {
		const backend = await backendWith('wasm')
		expect([backend.name, backend.reason]).toEqual(['wasm', 'CHAIN_TUI_SECP256K1=wasm'])
	})

	it('refuses a name it does not know', async () => {
		await expect(backendWith('fast')).rejects.toThrow('CHAIN_TUI_SECP256K1 is "fast"')
	})
})
