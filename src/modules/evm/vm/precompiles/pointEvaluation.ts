import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { sha256 } from '../../../../crypto/hash.ts'
import { bigEndian64, concatBytes, equalBytes, fromHex } from '../../../../util/bytes.ts'
import { loadBls } from './bls12381.ts'
import { failed, type PrecompileCall } from './PrecompileCall.ts'

const price = 50_000n
const inputBytes = 192
/** Numbers of the field in a blob. */
const blobNumbers = 4_096n
/** Order of the curve's groups. */
const modulus = '73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001'

/** Generators of the two groups, and the second one times the secret of the ceremony (consensus-specs presets/mainnet trusted_setups, g2_monomial). */
const generator1 = '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb'
const generator2 =
	'93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
	'024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8'
const secret2 =
	'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
	'185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

/** The contract 0x0a: whether the polynomial of a commitment has a value at a place (EIP-4844). */
export async function pointEvaluation({
	data,
	gasLimit,
}: Pick<PrecompileCall, 'data' | 'gasLimit'>): Promise<ExecResult> {
	if (gasLimit < price) return failed('out of gas', gasLimit)
	if (data.length !== inputBytes || !(await isProven(data))) return failed('revert', gasLimit)
	const answer = concatBytes(new Uint8Array(24), bigEndian64(blobNumbers), fromHex(modulus)!)
	return { executionGasUsed: price, returnValue: answer }
}

async function isProven(data: Uint8Array): Promise<boolean> {
	const [hash, place, value] = [data.subarray(0, 32), data.subarray(32, 64), data.subarray(64, 96)]
	const [commitment, proof] = [data.subarray(96, 144), data.subarray(144)]
	const commitmentHash = sha256(commitment)
	commitmentHash[0] = 1
	if (!equalBytes(hash, commitmentHash)) return false
	const mcl = await loadBls()
	// The other contracts read numbers with the lowest byte first.
	mcl.setETHserialization(true)
	try {
		const number = (bytes: Uint8Array) => {
			const made = new mcl.Fr()
			made.deserialize(bytes)
			return made
		}
		const point1 = (bytes: Uint8Array) => {
			const made = new mcl.G1()
			made.deserialize(bytes)
			if (!made.isZero() && !made.isValidOrder()) throw new EVMError(EVMError.errorMessages.REVERT)
			return made
		}
		const point2 = (hex: string) => {
			const made = new mcl.G2()
			made.deserializeHexStr(hex)
			return made
		}
		const at = number(place)
		const rest = mcl.sub(point1(commitment), mcl.mul(point1(fromHex(generator1)!), number(value)))
		const divisor = mcl.sub(point2(secret2), mcl.mul(point2(generator2), at))
		const left = mcl.millerLoop(rest, mcl.neg(point2(generator2)))
		return mcl.finalExp(mcl.mul(left, mcl.millerLoop(point1(proof), divisor))).isOne()
	} catch {
		// The library throws for what is no number below the modulus, and no point.
		return false
	} finally {
		mcl.setETHserialization(false)
	}
}
