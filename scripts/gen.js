// Recreates src/gen from proto/ and the framework's protos of npm. Works offline.
import { spawnSync } from 'node:child_process'

// What the chain speaks: our module, that of the EVM and the framework packages of auth, vesting, bank, params, tx and the engine.
const paths = [
	'proto/chain',
	'proto/ethermint',
	'proto/grpc',
	...[
		'cosmos/auth',
		'cosmos/bank',
		'cosmos/vesting',
		'cosmos/params/v1beta1',
		'cosmos/tx',
		'cosmos/base',
		'cosmos/crypto',
		'tendermint/abci',
		'tendermint/types',
		'tendermint/crypto',
		'tendermint/p2p',
		'tendermint/version',
		'confio',
	].map((path) => `node_modules/@protobufs/${path}`),
]

const run = spawnSync('node_modules/.bin/buf', ['generate', '.', ...paths.flatMap((path) => ['--path', path])], {
	stdio: 'inherit',
	env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` },
})
process.exit(run.status ?? 1)
