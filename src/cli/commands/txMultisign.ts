import { ChainError } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import { atLeast, type CommandSpec } from '../defineCommand.ts'
import { homeConfig, keyringFlag, openKeys } from '../support/home.ts'
import { signerFlags, signerOf } from '../support/signerOf.ts'

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
		const { createRegistry } = await import('../../codec/registry/createRegistry.ts')
		const { txToJson } = await import('../../codec/txJson/txJson.ts')
		const { SignatureDescriptorsSchema } = await import('../../gen/cosmos/tx/signing/v1beta1/signing_pb.js')
		const { readInput } = await import('../support/readInput.ts')
		const { readTxFile } = await import('../support/txFile.ts')
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
		const registry = createRegistry({ evm: true })
		const signatures = (await Promise.all(signatureFiles.map(signaturesIn))).flat()
		const signer = await signerOf(context, key.address)
		const { aminoBrand: brand } = homeConfig(context).settings
		context.io.stdout(
			`${txToJson(await combineMultisig({ ...signer, tx, key, signatures, registry, brand }), registry)}\n`,
		)
		return undefined

		async function signaturesIn(path: string) {
			const text = await readInput(context.io, path)
			try {
				return decodeProtoJson(SignatureDescriptorsSchema, text, { registry }).signatures
			} catch (cause) {
				if (!(cause instanceof ChainError)) throw cause
				throw new UserError(`${path} holds no signature.`, {
					why: cause.log,
					next: 'Make one with `chain-tui tx sign --multisig`.',
					cause,
				})
			}
		}
	},
}
