import type { SignModeName } from '../../client/index.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Tx } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import { fromBase64, fromHex } from '../../util/bytes.ts'
import { isSet, textFlag } from '../CommandContext.ts'
import { atLeast, type CommandSpec, exactly } from '../defineCommand.ts'
import type { CliIo } from '../processIo.ts'
import { runQuery } from '../query/queryCommand.ts'
import { homeConfig, keyringFlag, openKeys } from '../support/home.ts'
import { readInput } from '../support/readInput.ts'
import type { BroadcastWish } from './broadcastAndPrint.ts'
import { actAsFlag, signerFlags, signModeFlag } from './sendTx.ts'

/** `tx sign` */
export const txSign: CommandSpec = {
	name: 'sign',
	args: '[file]',
	count: exactly(1),
	description: 'sign a transaction generated offline',
	examples: ['tx sign unsigned.json --from alice'],
	details:
		'Reads a transaction made with --generate-only, signs it and prints it. With --multisig it prints the signature of a\nmember of a threshold account, for `tx multisign`.',
	flags: [
		{ flag: '--from <key>', description: 'name or address of the key that signs' },
		actAsFlag,
		{ flag: '--multisig <address>', description: 'sign as a member of this threshold account' },
		{ flag: '--signature-only', description: 'print the signature only' },
		{ flag: '--overwrite', description: 'drop the signatures that are there' },
		signModeFlag,
		...signerFlags,
		keyringFlag,
	],
	run: async (context, [file = '']) => {
		const { memberSignature, signTx } = await (await import('../../client/index.ts')).loadSigning()
		const { actedKey } = await import('./actAs.ts')
		const { encodeProtoJson } = await import('../../codec/gatewayJson/encodeProtoJson.ts')
		const { everyType } = await import('../support/everyType.ts')
		const { txToJson } = await import('../../codec/txJson/txJson.ts')
		const { SignatureDescriptorsSchema } = await import('../../gen/cosmos/tx/signing/v1beta1/signing_pb.js')
		const { create } = await import('@bufbuild/protobuf')
		const { unlock } = await import('../keys/unlock.ts')
		const tx = await readTxFile(context.io, file)
		const keyring = await openKeys(context)
		const acted = await actedKey(context)
		const from = acted?.name ?? textFlag(context, 'from')
		if (from === undefined) throw new UserError('No key is named.', { next: 'Name the key that signs with --from.' })
		const key = acted ?? (await keyring.get(from))
		if (!key) throw new UserError(`${from}: key not found`, { next: 'Name the key that signs with --from.' })
		const multisig = textFlag(context, 'multisig')
		const member = multisig === undefined ? undefined : await keyring.get(multisig)
		if (multisig !== undefined && member === undefined && !multisig.includes('1')) {
			throw new UserError(`error getting account from keybase: ${multisig}: key not found`, {
				next: 'Name the threshold key or its address with --multisig.',
			})
		}
		if (key.kind === 'multi') {
			throw new UserError('cannot sign with offline keys', {
				why: `${key.name} is a threshold account, which has no secret.`,
				next: `Let its members sign with --multisig ${key.name}, then put the signatures together with \`tx multisign\`.`,
			})
		}
		const account = member?.address ?? multisig ?? key.address
		const { checkSigner, signerOf } = await import('./signerOf.ts')
		const registry = everyType()
		const mode = textFlag(context, 'signMode') as SignModeName
		checkSigner(tx, registry, { account, name: key.name, mode: multisig === undefined ? mode : 'amino-json' })
		const signer = await signerOf(context, account)
		if (acted === undefined) await unlock(keyring, context.io)
		const input = {
			...signer,
			tx,
			keyring,
			key,
			registry,
			brand: homeConfig(context).settings.aminoBrand,
			mode,
			overwrite: isSet(context, 'overwrite'),
		}
		if (multisig !== undefined || isSet(context, 'signatureOnly')) {
			const signatures = create(SignatureDescriptorsSchema, { signatures: [await memberSignature(input)] })
			context.io.stdout(`${encodeProtoJson(signatures, SignatureDescriptorsSchema, { registry })}\n`)
		} else context.io.stdout(`${txToJson(await signTx(input), registry)}\n`)
	},
}

/** `tx multisign` */
export const txMultisign: CommandSpec = {
	name: 'multisign',
	args: '[file] [name] [[signature]...]',
	count: atLeast(3),
	description: 'put signatures of a threshold account together',
	examples: ['tx multisign unsigned.json family alice.json bob.json'],
	details:
		'Example:\n  chain-tui tx sign tx.json --multisig family --from alice > a.json\n  chain-tui tx sign tx.json --multisig family --from bob > b.json\n  chain-tui tx multisign tx.json family a.json b.json > signed.json',
	flags: [...signerFlags, keyringFlag],
	run: async (context, [file = '', name = '', ...signatureFiles]) => {
		const { combineMultisig } = await (await import('../../client/index.ts')).loadSigning()
		const { decodeProtoJson } = await import('../../codec/gatewayJson/decodeProtoJson.ts')
		const { everyType } = await import('../support/everyType.ts')
		const { txToJson } = await import('../../codec/txJson/txJson.ts')
		const { SignatureDescriptorsSchema } = await import('../../gen/cosmos/tx/signing/v1beta1/signing_pb.js')
		const tx = await readTxFile(context.io, file)
		const key = await (await openKeys(context)).get(name)
		if (!key) {
			throw new UserError(`error getting keybase multisig account: ${name}: key not found`, {
				next: 'Name the threshold key.',
			})
		}
		if (key.kind !== 'multi') {
			throw new UserError(`"${name}" must be of type multi: ${key.kind === 'watch' ? 'offline' : key.kind}`, {
				next: 'Name one made with `keys add --multisig`.',
			})
		}
		const registry = everyType()
		const signatures = (await Promise.all(signatureFiles.map(signaturesIn))).flat()
		const { signerOf } = await import('./signerOf.ts')
		const signer = await signerOf(context, key.address)
		const { aminoBrand: brand } = homeConfig(context).settings
		context.io.stdout(
			`${txToJson(await combineMultisig({ ...signer, tx, key, signatures, registry, brand }), registry)}\n`,
		)
		return undefined

		async function signaturesIn(path: string) {
			const text = await readInput(context.io, path)
			return inOtherWords(
				() => decodeProtoJson(SignatureDescriptorsSchema, text, { registry }).signatures,
				(cause) =>
					new UserError(`${path} holds no signature.`, {
						because: cause,
						next: 'Make one with `chain-tui tx sign --multisig`.',
					}),
			)
		}
	},
}

/** `tx broadcast` */
export const txBroadcast: CommandSpec = {
	name: 'broadcast',
	args: '[file_path]',
	count: exactly(1),
	description: 'broadcast transactions generated offline',
	examples: ['tx broadcast signed.json'],
	details: 'Reads a signed transaction in JSON from a file, or from standard input for -.',
	flags: [
		{
			flag: '-b, --broadcast-mode <mode>',
			description: 'what to wait for: the check (sync, default), nothing (async) or the block (block)',
			choices: ['sync', 'async', 'block'],
		},
		{ flag: '--wait', description: 'wait until the transaction is in a block; default on a terminal' },
	],
	run: async (context, [file = '']) => {
		const { everyType } = await import('../support/everyType.ts')
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { broadcastAndPrint } = await import('./broadcastAndPrint.ts')
		const { withNode } = await import('../support/connect.ts')
		const bytes = txBytesOf(await readTxFile(context.io, file))
		const asked = textFlag(context, 'broadcastMode') as BroadcastWish['broadcastMode'] | undefined
		const wish = {
			broadcastMode: asked ?? 'sync',
			wait: isSet(context, 'wait') || (context.io.interactive && asked === undefined),
		}
		return withNode(context, (connection) =>
			broadcastAndPrint(context, { connection, registry: everyType() }, bytes, wish),
		)
	},
}

/** `tx encode` */
export const txEncode: CommandSpec = {
	name: 'encode',
	args: '[file]',
	count: exactly(1),
	description: 'encode a transaction in JSON as base64 of its bytes',
	examples: ['tx encode signed.json'],
	run: async (context, [file = '']) => {
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { toBase64 } = await import('../../util/bytes.ts')
		context.io.stdout(`${toBase64(txBytesOf(await readTxFile(context.io, file)))}\n`)
	},
}

/** `tx decode` */
export const txDecode: CommandSpec = {
	name: 'decode',
	args: '[bytes]',
	count: exactly(1),
	description: 'decode the bytes of a transaction, base64, to JSON',
	examples: ['tx decode CgQSAmhpEgA='],
	flags: [{ flag: '-x, --hex', description: 'the bytes are hexadecimal' }],
	run: async (context, [text = '']) => {
		const { everyType } = await import('../support/everyType.ts')
		const { decodeTx } = await import('../../codec/tx/decodeTx.ts')
		const { txToJson } = await import('../../codec/txJson/txJson.ts')
		const isHex = isSet(context, 'hex')
		const bytes = isHex ? fromHex(text) : fromBase64(text)
		if (!bytes) {
			throw isHex
				? new UserError('The argument is not hexadecimal.', { next: 'For base64 leave --hex out.' })
				: new UserError('The argument is not base64.', { next: 'For hexadecimal give --hex.' })
		}
		const registry = everyType()
		const json = inOtherWords(
			() => txToJson(decodeTx(bytes, registry), registry),
			(cause) => new UserError(cause.log, { next: 'Check that the bytes are those of a whole transaction.', cause }),
		)
		context.io.stdout(`${json}\n`)
	},
}

/** `tx simulate` */
export const txSimulate: CommandSpec = {
	name: 'simulate',
	args: '[file]',
	count: exactly(1),
	description: 'run a signed transaction without effect and print its gas, log and events',
	examples: ['tx simulate signed.json'],
	run: async (context, [file = '']) => {
		const { txBytesOf } = await import('../../codec/txJson/txJson.ts')
		const { Service } = await import('../../gen/cosmos/tx/v1beta1/service_pb.js')
		const txBytes = txBytesOf(await readTxFile(context.io, file))
		return runQuery(context, Service.method.simulate, { txBytes }, 'The transaction would fail as it is.')
	},
}

/** A transaction in protobuf JSON from a file or `-`. @throws {UserError} */
async function readTxFile(io: CliIo, file: string): Promise<Tx> {
	const { everyType } = await import('../support/everyType.ts')
	const { txFromJson } = await import('../../codec/txJson/txJson.ts')
	const text = await readInput(io, file)
	return inOtherWords(
		() => txFromJson(text, everyType()),
		(cause) =>
			new UserError(`${file} holds no transaction.`, { because: cause, next: 'Make one with --generate-only.' }),
	)
}
