import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Application } from '../../../src/abci/Application.ts'
import { emptyHash } from '../../../src/chain/hash/blockHashes.ts'
import { newNodeKey, newValidatorKey, nodeIdOf } from '../../../src/engine/validatorKey.ts'
import { toHexUpper } from '../../../src/util/bytes.ts'
import { kvApplication } from './kvApplication.ts'
import { testEngine } from './testEngine.ts'

const genesis = readFileSync(new URL('../../golden/localnet-genesis.json', import.meta.url), 'utf8')

/** Answers InitChain like the framework: the hash of an empty state. */
function frameworkLike(db: Parameters<typeof kvApplication>[0]): Application {
	const app = kvApplication(db)
	return {
		...app,
		info: () => ({ ...app.info(), appVersion: 0n }),
		initChain: () => ({ validators: [], appHash: emptyHash }),
	}
}

describe('the first block of the recorded network', () => {
	it('the first block of the recorded network has the recorded hash, parts and size', async () => {
		const engine = await testEngine({ genesis, openApplication: frameworkLike })
		await engine.mine()
		const meta = (await engine.blockMeta(1))!
		expect(toHexUpper(meta.blockId.hash)).toBe('01A56BAC38009CA434518C6CD4AB298A38D4EE49FEAAED3476AFCD5A840E12F8')
		expect(toHexUpper(meta.blockId.parts.hash)).toBe('03CCAB5AFA7B7A16E7DAA1D51B1B9E84BF004A889799FF4744E910C3388F0F18')
		expect(meta.blockId.parts.total).toBe(1)
		expect(meta.blockSize).toBe(341)
		expect(toHexUpper(meta.header.validatorsHash)).toBe(
			'A430FF828D3CC8A691557983A176CC67D2A98AEBEEA1EE581B2D1DB81D468164',
		)
	})

	it('the first block of the recorded network is signed by the development validator, whose node has the recorded id', async () => {
		const engine = await testEngine({ genesis, openApplication: frameworkLike })
		expect(toHexUpper((await engine.status()).validator.address)).toBe('736F8CAF51B960BA10A0B6EEA7E1DA88D43462CF')
		expect(nodeIdOf(newNodeKey(newValidatorKey(await engine.genesis())))).toBe(
			'7e3b71406d333166a5b75fb3f03cb66c013988fc',
		)
	})
})
