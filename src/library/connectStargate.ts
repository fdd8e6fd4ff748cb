import type { GeneratedType } from '@cosmjs/proto-signing'
import type * as Stargate from '@cosmjs/stargate'
import { UserError } from '../errors/UserError.ts'
import type { Chain, ChainAccount } from './Chain.ts'

/** Not named in an import, so that the bundle takes the copy of whoever tests: its classes are those the test knows. */
const stargatePackage = '@cosmjs/stargate'
/** Milliseconds between two questions for a transaction. */
const pollMs = 20

/**
 * A CosmJS client for an account of a chain.
 *
 * @throws {UserError} without an account, or where CosmJS is not installed.
 */
export async function connectStargate(
	chain: Chain,
	account: Pick<ChainAccount, 'signer'> | undefined,
): Promise<Stargate.SigningStargateClient> {
	if (account === undefined) {
		throw new UserError('This chain has no account to sign with.', {
			next: 'Start it with accounts, or give one: chain.stargate({ signer }).',
		})
	}
	const { AminoTypes, createDefaultAminoConverters, GasPrice, SigningStargateClient } = await loadStargate()
	const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, account.signer, {
		aminoTypes: new AminoTypes({ ...createDefaultAminoConverters(), ...chain.aminoConverters }),
		...(chain.gasPrice === '' ? {} : { gasPrice: GasPrice.fromString(chain.gasPrice.split(',')[0]!) }),
		broadcastPollIntervalMs: pollMs,
	})
	for (const [typeUrl, type] of chain.types) client.registry.register(typeUrl, type as GeneratedType)
	return client
}

async function loadStargate(): Promise<typeof Stargate> {
	try {
		return (await import(stargatePackage)) as typeof Stargate
	} catch (cause) {
		throw new UserError('CosmJS is not installed here.', {
			next: 'npm install --save-dev @cosmjs/stargate',
			cause,
		})
	}
}
