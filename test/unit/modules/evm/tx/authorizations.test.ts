import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../../../../src/crypto/keccak256.ts'
import { EvmState } from '../../../../../src/modules/evm/state/EvmState.ts'
import type { EvmAccount } from '../../../../../src/modules/evm/state/EvmStore.ts'
import { emptyCodeHash } from '../../../../../src/modules/evm/state/StateObject.ts'
import { delegatedTo, takeAuthorization } from '../../../../../src/modules/evm/tx/authorizations.ts'
import type { Authorization } from '../../../../../src/modules/evm/tx/EthTx.ts'
import { fromHex, toHex } from '../../../../../src/util/bytes.ts'
import { key } from './signedTxs.ts'

const authority = fromHex(key.address.slice(2))!
const named = new Uint8Array(20).fill(0xbb)
const nobody = new Uint8Array(20)
const delegationTo = (address: Uint8Array): Uint8Array => Uint8Array.of(0xef, 0x01, 0x00, ...address)
const hasNothing = new Uint8Array(0)

async function signedWord(
	word: { chainId?: number; nonce?: bigint; address?: Uint8Array } = {},
): Promise<Authorization> {
	const { chainId = 2222, nonce = 3n, address = named } = word
	const given = await key.signAuthorization({
		chainId,
		nonce: nonce as unknown as number,
		address: `0x${toHex(address)}`,
	})
	const { yParity, r, s } = given as { yParity: number; r: string; s: string }
	return { chainId: BigInt(chainId), address, nonce, v: BigInt(yParity), r: BigInt(r), s: BigInt(s) }
}

/** What an authorization makes of an account; undefined is none. */
function taken(
	authorization: Authorization,
	before: (Partial<EvmAccount> & { code?: Uint8Array }) | undefined,
	takesCode = true,
) {
	const code = before?.code ?? hasNothing
	const account = before && { nonce: 0n, balance: 0n, codeHash: keccak256(code), ...before }
	const state = new EvmState({
		getAccount: (address) => (toHex(address) === toHex(authority) ? account : undefined),
		getState: () => new Uint8Array(32),
		getCode: () => code,
		setAccount: () => {},
		setState: () => {},
		setCode: () => {},
		takesCode: () => takesCode,
		deleteAccount: () => {},
	})
	const { authority: who, refund } = takeAuthorization(authorization, state, 2222n)
	const after = state.find(authority)
	return {
		who: who && toHex(who),
		refund,
		nonce: after?.nonce,
		code: after === undefined ? undefined : toHex(state.codeOf(after)),
	}
}

const who = toHex(authority)

// go-ethereum v1.16 core/state_transition.go validateAuthorization and applyAuthorization; EIP-7702.
describe('the word of an account that runs the code of another', () => {
	test('an authorization is taken of an account that is there, which gets half of the gas back', async () => {
		expect(taken(await signedWord(), { nonce: 3n, balance: 1n })).toEqual({
			who,
			refund: 12_500n,
			nonce: 4n,
			code: toHex(delegationTo(named)),
		})
	})

	test('an authorization is taken of an account that is new or as good as new, which gets nothing back', async () => {
		const word = await signedWord({ nonce: 0n })
		const wanted = { who, refund: 0n, nonce: 1n, code: toHex(delegationTo(named)) }
		expect(taken(word, undefined)).toEqual(wanted)
		expect(taken(word, {})).toEqual(wanted)
		expect(taken(word, { balance: 1n })).toEqual({ ...wanted, refund: 12_500n })
	})

	test('an authorization holds on its own chain and, without a chain, on every one', async () => {
		expect(taken(await signedWord({ chainId: 0 }), { nonce: 3n }).nonce).toBe(4n)
		expect(taken(await signedWord({ chainId: 1 }), { nonce: 3n })).toEqual({
			who: undefined,
			refund: 0n,
			nonce: 3n,
			code: '',
		})
	})

	test('the zero address takes an authorization back', async () => {
		const word = await signedWord({ address: nobody })
		expect(taken(word, { nonce: 3n, code: delegationTo(named) })).toEqual({ who, refund: 12_500n, nonce: 4n, code: '' })
	})

	test('an authorization takes the place of an earlier one, and not of the code of a contract', async () => {
		const word = await signedWord()
		const other = delegationTo(new Uint8Array(20).fill(9))
		expect(taken(word, { nonce: 3n, code: other }).code).toBe(toHex(delegationTo(named)))
		for (const code of [Uint8Array.of(0x60), other.slice(1), Uint8Array.of(...other, 0)]) {
			expect(taken(word, { nonce: 3n, code })).toEqual({ who, refund: 0n, nonce: 3n, code: toHex(code) })
		}
	})

	test('an authorization holds for one nonce, and never for the greatest', async () => {
		for (const nonce of [2n, 4n]) {
			expect(taken(await signedWord(), { nonce })).toEqual({ who, refund: 0n, nonce, code: '' })
		}
		const last = 2n ** 64n - 2n
		expect(taken(await signedWord({ nonce: last }), { nonce: last }).nonce).toBe(2n ** 64n - 1n)
		const most = 2n ** 64n - 1n
		expect(taken(await signedWord({ nonce: most }), { nonce: most })).toEqual({
			who: undefined,
			refund: 0n,
			nonce: most,
			code: '',
		})
	})

	test('an account that can have no code keeps what it is, whatever it authorizes', async () => {
		expect(taken(await signedWord(), { nonce: 3n }, false)).toEqual({ who, refund: 0n, nonce: 3n, code: '' })
	})

	test('an authorization whose signature is none, or the greater of two, is nobody’s', async () => {
		const word = await signedWord()
		const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
		for (const change of [{ r: 0n }, { v: 2n }, { v: 1n - word.v, s: order - word.s }]) {
			expect(taken({ ...word, ...change }, { nonce: 3n })).toEqual({ who: undefined, refund: 0n, nonce: 3n, code: '' })
		}
		expect(taken({ ...word, nonce: 4n }, { nonce: 3n }).who).not.toBe(who)
	})
})

test('a code names another address when it has the three bytes before 20, and nothing else', () => {
	const code = delegationTo(named)
	expect(delegatedTo(code)).toEqual(named)
	for (const at of [0, 1, 2]) expect(delegatedTo(code.with(at, 0x55))).toBeUndefined()
	expect(delegatedTo(code.slice(0, 22))).toBeUndefined()
	expect(delegatedTo(Uint8Array.of(...code, 0))).toBeUndefined()
	expect(delegatedTo(hasNothing)).toBeUndefined()
	expect(keccak256(hasNothing)).toEqual(emptyCodeHash)
})
