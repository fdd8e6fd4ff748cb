import { afterEach, describe, expect, it, vi } from 'vitest'

async function backendWith(value: string) {
	vi.resetModules()
	vi.stubEnv('CHAIN_TUI_SECP256K1', value)
	const { signatureBackend } = await import('../../../src/crypto/signatureBackend.ts')
	return signatureBackend()
}

describe('the choice of the signature backend', () => {
	afterEach(() => vi.unstubAllEnvs())

	// First: a native library that is loaded once stays loaded. The variable is one of node-gyp-build, which finds the binary.
	it('the choice of the signature backend is WebAssembly, with the reason, on a machine that no binary fits; to force the native one is refused there', async () => {
		vi.stubEnv('SECP256K1_PREBUILD', '/nonexistent')
		expect(await backendWith('')).toMatchObject({
			name: 'wasm',
			reason: expect.stringContaining('No native build was found'),
		})
		await expect(backendWith('native')).rejects.toMatchObject({
			message: 'The native secp256k1 library does not load',
			why: expect.stringContaining('No native build was found'),
			next: 'Remove CHAIN_TUI_SECP256K1 to use the WebAssembly one, or run npm rebuild secp256k1.',
		})
	})

	it('the choice of the signature backend is native unless told otherwise', async () => {
		expect((await backendWith('')).name).toBe('native')
		expect((await backendWith('native')).name).toBe('native')
	})

	it('the choice of the signature backend is WebAssembly when forced, and says so', async () => {
		const backend = await backendWith('wasm')
		expect([backend.name, backend.reason]).toEqual(['wasm', 'CHAIN_TUI_SECP256K1=wasm'])
	})

	it('refuses a name it does not know', async () => {
		await expect(backendWith('fast')).rejects.toThrow('CHAIN_TUI_SECP256K1 is "fast"')
	})
})
