export type { Chain, ChainAccount, ChainOptions, Coin, Endpoint } from './Chain.ts'
export { startChain } from './startChain.ts'
