import { UserError } from '../../errors/UserError.ts'
import { isSet, textFlag } from '../CommandContext.ts'
import { type CommandSpec, exactly } from '../defineCommand.ts'
import { homeConfig, keyringFlag, openKeys } from '../support/home.ts'
import { checkSigner, signerFlags, signerOf } from '../support/signerOf.ts'

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
		{ flag: '--multisig <address>', description: 'sign as a member of this threshold account' },
		{ flag: '--signature-only', description: 'print the signature only' },
		{ flag: '--overwrite', description: 'drop the signatures that are there' },
		{
			flag: '--sign-mode <mode>',
			description: 'direct or amino-json',
			default: 'direct',
			choices: ['direct', 'amino-json'],
		},
		...signerFlags,
		keyringFlag,
	],
	run: async (context, [file = '']) => {
		const { memberSignature } = await (await import('../../client/index.ts')).loadSigning()
		const { signTx } = await (await import('../../client/index.ts')).loadSigning()
		const { encodeProtoJson } = await import('../../codec/gatewayJson/encodeProtoJson.ts')
		const { createRegistry } = await import('../../codec/registry/createRegistry.ts')
		const { txToJson } = await import('../../codec/txJson/txJson.ts')
		const { SignatureDescriptorsSchema } = await import('../../gen/cosmos/tx/signing/v1beta1/signing_pb.js')
		const { create } = await import('@bufbuild/protobuf')
		const { readTxFile } = await import('../support/txFile.ts')
		const { unlock } = await import('../support/unlock.ts')
		const tx = await readTxFile(context.io, file)
		const keyring = await openKeys(context)
		const from = textFlag(context, 'from')
		if (from === undefined) throw new UserError('No key is named.', { next: 'Name the key that signs with --from.' })
		const key = await keyring.get(from)
		if (!key) throw new UserError(`${from}: key not found`, { next: 'Name the key that signs with --from.' })
		const multisig = textFlag(context, 'multisig')
		const member = multisig === undefined ? undefined : await keyring.get(multisig)
		if (multisig !== undefined && member === undefined && !multisig.includes('1')) {
			throw new UserError(`error getting account from keybase: ${multisig}: key not found`, {
				next: 'Name the threshold key or its address with --multisig.',
			})
		}
		if (multisig === undefined && key.kind === 'multi') {
			throw new UserError('cannot sign with offline keys', {
				why: `${key.name} is a threshold account, which has no secret.`,
				next: `Let its members sign with --multisig ${key.name}, then put the signatures together with \`tx multisign\`.`,
			})
		}
		const account = member?.address ?? multisig ?? key.address
		const registry = createRegistry({ evm: true })
		const mode = textFlag(context, 'signMode') === 'amino-json' ? ('amino-json' as const) : ('direct' as const)
		checkSigner(tx, registry, { account, name: key.name, mode: multisig === undefined ? mode : 'amino-json' })
		const signer = await signerOf(context, account)
		await unlock(keyring, context.io)
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
		return undefined
	},
}
