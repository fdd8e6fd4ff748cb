import type { ChainSettings } from '../../codec/ChainSettings.ts'
import type { FundedAccount } from '../NodeConfig.ts'

/**
 * The mnemonic of the faucet account of a built-in genesis. It is public: everyone who reads this file owns its coins
 * on every chain with the built-in genesis. Never send anything of value to it.
 */
export const faucetMnemonic =
	'round ocean vehicle feel tomorrow holiday wall visit mean blanket utility essay there check fog silent moment silk open answer width usual enhance junk'

/** The faucet's balance at genesis, in micro-units: a thousand million coins. */
export const faucetBalance = 1_000_000_000_000_000n

/** Block gas limit on a chain with an EVM. Tools show it and call with all of it. */
const evmBlockGas = '30000000'

/** Values of the genesis document besides app_state. */
export interface DefaultGenesisOptions {
	readonly chainId: string
	readonly settings: ChainSettings
	/** Funded accounts, in the order of their account numbers; the faucet is first. */
	readonly funded: readonly FundedAccount[]
	/** bech32 address of the fee collector's module account. */
	readonly feeCollectorAddress: string
	/** The validator's ed25519 key: base64, and the address as upper-case hex. */
	readonly validator: { readonly pubKey: string; readonly address: string }
	/** ISO 8601 in UTC. */
	readonly time: string
	/** app_state of the EVM's modules, by name; absent on a chain without an EVM. */
	readonly evm?: Readonly<Record<string, unknown>> | undefined
	/** Accounts of the contracts that `evm` has: bech32 addresses, and the hashes of their codes as 0x hex. */
	readonly contracts?: readonly { readonly address: string; readonly codeHash: string }[]
}

/**
 * The genesis document of a new chain as JSON text, in the framework's form. The fee collector has account number 0,
 * because amino and REST forms omit a zero, so that clients would see an account without a number.
 */
export function defaultGenesis(options: DefaultGenesisOptions): string {
	const { settings, evm, contracts = [] } = options
	const base = (address: string, accountNumber: number, sequence = 0) => ({
		address,
		pub_key: null,
		account_number: String(accountNumber),
		sequence: String(sequence),
	})
	const document = {
		genesis_time: options.time,
		chain_id: options.chainId,
		initial_height: '1',
		consensus_params: {
			block: { max_bytes: '22020096', max_gas: evm === undefined ? '-1' : evmBlockGas, time_iota_ms: '1' },
			evidence: { max_age_num_blocks: '100000', max_age_duration: '172800000000000', max_bytes: '1048576' },
			validator: { pub_key_types: ['ed25519'] },
			version: {},
		},
		validators: [
			{
				address: options.validator.address,
				pub_key: { type: 'tendermint/PubKeyEd25519', value: options.validator.pubKey },
				power: '10',
				name: 'chain-tui',
			},
		],
		app_hash: '',
		app_state: {
			auth: {
				params: {
					max_memo_characters: '256',
					tx_sig_limit: '7',
					tx_size_cost_per_byte: '10',
					sig_verify_cost_ed25519: '590',
					sig_verify_cost_secp256k1: '1000',
				},
				accounts: [
					{
						'@type': '/cosmos.auth.v1beta1.ModuleAccount',
						base_account: base(options.feeCollectorAddress, 0),
						name: 'fee_collector',
						permissions: [],
					},
					...options.funded.map(({ address }, index) => ({
						'@type': '/cosmos.auth.v1beta1.BaseAccount',
						...base(address, index + 1),
					})),
					...contracts.map(({ address, codeHash }, index) => ({
						'@type': '/ethermint.types.v1.EthAccount',
						base_account: base(address, index + 1 + options.funded.length, 1),
						code_hash: codeHash,
					})),
				],
			},
			bank: {
				params: { send_enabled: [], default_send_enabled: true },
				balances: options.funded.map(({ address, amount }) => ({
					address,
					coins: [{ denom: settings.denom, amount: String(amount) }],
				})),
				supply: [],
				denom_metadata: [denomMetadata(settings.denom)],
			},
			greet: {},
			params: null,
			vesting: {},
			...evm,
		},
	}
	return JSON.stringify(document, null, 2)
}

/** Metadata for wallets: they show `uchain` as CHAIN with six decimals. */
function denomMetadata(denom: string) {
	const display = denom.startsWith('u') && denom.length > 3 ? denom.slice(1) : denom
	return {
		description: 'The native coin of this chain.',
		denom_units:
			display === denom
				? [{ denom, exponent: 0, aliases: [] }]
				: [
						{ denom, exponent: 0, aliases: [`micro${display}`] },
						{ denom: display, exponent: 6, aliases: [] },
					],
		base: denom,
		display,
		name: display.toUpperCase(),
		symbol: display.toUpperCase(),
	}
}
