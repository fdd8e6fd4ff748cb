import { beforeAll, describe, expect, test } from 'vitest'
import { MultisigTx } from '../../../../src/client/tx/MultisigTx.ts'
import { unsignedTx } from '../../../../src/client/tx/prepare.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { decodeTx } from '../../../../src/codec/tx/decodeTx.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import type { KeyInfo, Keyring } from '../../../../src/keyring/Keyring.ts'
import { openKeyring } from '../../../../src/keyring/openKeyring.ts'

const registry = createRegistry()
const names = ['alice', 'bob', 'carol']
let here: Keyring
let there: Keyring
/** Two of three must sign; carol is elsewhere. */
let family: KeyInfo
let all: KeyInfo

beforeAll(async () => {
	const open = () => openKeyring({ folder: undefined, settings: defaultChainSettings })
	;[here, there] = [await open(), await open()]
	const keys: KeyInfo[] = []
	for (const name of names) keys.push((await (name === 'carol' ? there : here).create(name)).key)
	const members = keys.map(({ pubKey }) => pubKey!)
	family = await here.addMultisig('family', 2, members, { keepOrder: true })
	all = await here.addMultisig('all', 3, members, { keepOrder: true })
})

/** A transaction of a key, to be signed for this sequence. */
function collect(key: KeyInfo, keyring = here, sequence = 2n): MultisigTx {
	const value = { message: 'ours', owner: key.address }
	const draft = { messages: [{ typeUrl: '/chain.greet.v1beta1.MsgCreateGreet', value }], memo: '', timeoutHeight: 0n }
	const tx = unsignedTx({ ...draft, feeGranter: '' }, { fee: [], gas: 300_000n })
	const signer = { chainId: 'kite-1', accountNumber: 1n, sequence }
	return new MultisigTx({ tx, key, signer, keyring, registry, brand: 'chain' })
}
const signed = async (of: MultisigTx) => (await of.members()).map(({ hasSigned }) => hasSigned)

describe('a transaction that collects signatures', () => {
	test('the members of a transaction are in the order of the key, with what this keyring has of each', async () => {
		const of = collect(family)
		expect(await of.members()).toEqual(
			await Promise.all(
				names.map(async (name, index) => {
					const key = await here.get(name)
					return { pubKey: family.members![index], key, isLocal: name !== 'carol', hasSigned: false }
				}),
			),
		)
		expect([of.key, of.threshold, of.signer.sequence]).toEqual([family, 2, 2n])
	})

	test('a transaction is complete with as many signatures as its key needs, of which no more are made', async () => {
		const of = collect(family)
		await of.sign(['bob'])
		expect([of.isComplete, await signed(of)]).toEqual([false, [false, true, false]])
		await expect(of.signed()).rejects.toEqual(
			new UserError('1 of the 2 signatures needed are there.', { next: 'Let more members sign.' }),
		)
		await of.signWithLocalMembers()
		expect([of.isComplete, await signed(of)]).toEqual([true, [true, true, false]])
		const other = collect(family)
		await other.sign(['alice'])
		await other.signWithLocalMembers()
		expect(await other.bytes()).toEqual(await of.bytes())
		expect(decodeTx(await of.bytes(), registry).authInfo.signerInfos.map(({ sequence }) => sequence)).toEqual([2n])
	})

	test('a transaction that has more signatures than needed asks for none', async () => {
		const of = collect(family)
		await of.sign(['alice'])
		const elsewhere = collect(family, there)
		await elsewhere.sign(['carol'])
		await of.add(elsewhere.signaturesJson)
		await of.signWithLocalMembers()
		expect(await signed(of)).toEqual([true, false, true])
		await of.sign(['bob'])
		await of.signWithLocalMembers()
		expect(await signed(of)).toEqual([true, true, true])
	})

	test('too few members here, and a name that is no member, are told as they are', async () => {
		await expect(collect(all).signWithLocalMembers()).rejects.toEqual(
			new UserError('all needs 3 signatures; 2 can be made here.', {
				why: 'The keys of the other members are not in this keyring.',
				next: 'Hand the transaction to them as a file, and put their signatures together with `tx multisign`.',
			}),
		)
		await expect(collect(family).sign(['mallory'])).rejects.toEqual(
			new UserError('mallory is no member of family.', { next: 'Choose among the members whose keys are here.' }),
		)
	})

	test('signatures of another collection are added once each, and wrong or foreign ones never', async () => {
		const of = collect(family)
		const both = collect(family)
		await both.sign(['alice', 'bob'])
		expect(await of.add(both.signaturesJson)).toBe(2)
		expect(await of.add(both.signaturesJson)).toBe(0)
		const later = collect(family, here, 3n)
		await later.sign(['alice'])
		const empty = collect(family)
		const bob = (await here.get('bob'))!
		const { address } = (await here.get('alice'))!
		await expect(empty.add(later.signaturesJson)).rejects.toEqual(
			new UserError(`couldn't verify signature for address ${address}`, {
				why: 'That of member 1 does not fit this transaction, chain id, account number or sequence.',
				next: 'Sign again with the same transaction file.',
			}),
		)
		const stranger = (await here.create('stranger')).key
		const pair = await here.addMultisig('pair', 1, [bob.pubKey!, stranger.pubKey!])
		const foreign = collect(pair)
		await foreign.sign(['stranger'])
		await expect(empty.add(foreign.signaturesJson)).rejects.toEqual(
			new UserError('A signature is from a key that is not a member.', {
				next: 'Give signatures of the members only.',
			}),
		)
		const notMember = expect.objectContaining({ message: 'A signature is from a key that is not a member.' })
		const [whole] = (JSON.parse(both.signaturesJson) as { signatures: readonly object[] }).signatures
		for (const wrong of [{ public_key: null }, { data: null }, { data: { multi: { signatures: [] } } }]) {
			await expect(empty.add(JSON.stringify({ signatures: [{ ...whole, ...wrong }] }))).rejects.toEqual(notMember)
		}
		expect(await collect(family).add(JSON.stringify({ signatures: [whole] }))).toBe(1)
		await expect(empty.add('{"hello":1}')).rejects.toMatchObject({
			message: 'This text holds no signatures.',
			next: 'Give what `tx sign FILE --multisig ADDRESS --from KEY` printed.',
		})
		expect(await signed(empty)).toEqual([false, false, false])
	})
})
