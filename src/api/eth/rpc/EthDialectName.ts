/** Name of a dialect, as in `--eth-compat`. */
export type EthDialectName = 'geth' | 'ethermint'
