import { createEngine } from '../../../src/engine/Engine.ts'
import { newValidatorKey, parseValidatorKey } from '../../../src/engine/validatorKey.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { toHex, utf8 } from '../../../src/util/bytes.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { kvApplication } from '../../unit/engine/kvApplication.ts'
import { kvGenesis } from '../../unit/engine/testEngine.ts'

/** Makes blocks full of transactions until it is killed; prints `height hash first last` once a block is announced. */
const [folder = '', keyText = ''] = process.argv.slice(2)
const db = await openLevelDb(folder)
const engine = await createEngine({
	openApplication: kvApplication,
	db,
	genesis: kvGenesis(),
	validatorKey: (genesis) => (keyText === '' ? newValidatorKey(genesis) : parseValidatorKey(keyText, 'key')),
	clock: systemClock,
	config: { blockMode: 'manual', blockIntervalMs: 1000, keepBlocks: 0 },
	log: () => undefined,
})
for (;;) {
	const height = engine.height + 1
	for (let i = 0; i < 20; i++) await engine.broadcastTxSync(utf8(`k${height}-${i}=${height}`))
	await engine.mine()
	process.stdout.write(`${height} ${toHex((await engine.blockMeta(height))!.blockId.hash)}\n`)
}
