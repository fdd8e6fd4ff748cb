/** Type URL of the message that carries an Ethereum transaction (ethermint v0.14.1 proto/ethermint/evm/v1/tx.proto). */
export const ethereumMessageType = '/ethermint.evm.v1.MsgEthereumTx'
