// The dearest question for each bound of the EVM's JSON-RPC, asked alone and four at a time.
import { endless, hashing, memoryBomb, recursion } from './ethereumWrites.js'

const gas = '0x2faf080'
const at = (number) => `0x${number.toString(16).padStart(40, '0')}`
const word = (value) => BigInt(value).toString(16).padStart(64, '0')
const pair = `${word(1)}${word(2)}198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa`
const rounds = (count) => `0x${count.toString(16).padStart(8, '0')}${'ab'.repeat(208)}01`
/** modexp of numbers of so many bytes with an exponent of a kilobyte. */
const modexp = (size) =>
	`0x${word(size)}${word(1024)}${word(size)}${'fe'.repeat(size)}${'ff'.repeat(1024)}${'fd'.repeat(size)}`
/** CALLDATACOPY; a STATICCALL of a contract with all of it, again and again. */
const asking = (number) => `0x3660006000375b60006000366000600${number}5afa50600656`
const contract = `0x${'12'.repeat(20)}`
const calling = (number, data) => [{ to: contract, data, gas }, 'latest', { [contract]: { code: asking(number) } }]
const call = (params) => ({ method: 'eth_call', params })

/** Questions by name. */
export const worstCases = {
	'an endless loop': call([{ data: endless, gas }, 'latest']),
	'its estimate': { method: 'eth_estimateGas', params: [{ data: endless }] },
	'its access list': { method: 'eth_createAccessList', params: [{ data: endless, gas }, 'latest'] },
	'its trace': { method: 'debug_traceCall', params: [{ data: endless, gas }, 'latest', {}] },
	'its trace of calls': {
		method: 'debug_traceCall',
		params: [{ data: endless, gas }, 'latest', { tracer: 'callTracer' }],
	},
	'50 million rounds of blake2f': call([{ to: at(9), data: rounds(49_900_000), gas }, 'latest']),
	'calls of blake2f': call(calling(9, rounds(1))),
	'1,200 pairings': call([{ to: at(8), data: `0x${pair.repeat(1_200)}`, gas }, 'latest']),
	'calls of ecadd': call(calling(6, `0x${pair.slice(0, 128)}${pair.slice(0, 128)}`)),
	'calls of modexp, 8 bytes': call(calling(5, modexp(8))),
	'calls of modexp, 64 bytes': call(calling(5, modexp(64))),
	'calls of ecrecover': call(
		calling(
			1,
			`0x456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3${word(28)}9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac80388256084f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada`,
		),
	),
	'hashes of a megabyte': call([{ data: hashing, gas }, 'latest']),
	'copies of a megabyte without a jump': call([
		{ to: contract, gas },
		'latest',
		{ [contract]: { code: `0x${'620f42406000600039'.repeat(40_000)}` } },
	]),
	'four megabytes of memory': call(memoryBomb),
	'creations in creations': call([{ data: recursion, gas }, 'latest']),
	// JUMPDEST; LOG2 of 32 bytes; GAS > 5,000 JUMPI: twenty thousand logs of a block.
	'simulated logs': {
		method: 'eth_simulateV1',
		params: [
			{
				blockStateCalls: [
					{
						stateOverrides: { [contract]: { code: '0x5b6001600260206000a25a6113881060005700' } },
						calls: [{ to: contract, gas: '0x1ab3f00' }],
					},
				],
			},
			'latest',
		],
	},
	// A megabyte of memory, and a loop: each step of the trace has all of it.
	'its trace with memory': {
		method: 'debug_traceCall',
		params: [{ data: '0x6000620fffe0525b600a56', gas }, 'latest', { enableMemory: true }],
	},
	'a body of a million numbers': call([Array.from({ length: 1_000_000 }, () => 1)]),
	'a body of 400,000 members': call([Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [at, 1]))]),
	'simulated calls': {
		method: 'eth_simulateV1',
		params: [{ blockStateCalls: [{ calls: [{ data: endless, gas: '0x1c9c380' }] }] }, 'latest'],
	},
}
