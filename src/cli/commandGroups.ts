import { abci } from './commands/abci.ts'
import { account } from './commands/account.ts'
import { bankSend } from './commands/bankSend.ts'
import { completion } from './commands/completion.ts'
import { config } from './commands/config.ts'
import { convert } from './commands/convert.ts'
import { createGreeting } from './commands/createGreeting.ts'
import { debugReplay } from './commands/debugReplay.ts'
import { exportGenesis } from './commands/exportGenesis.ts'
import { faucet } from './commands/faucet.ts'
import { greet } from './commands/greet.ts'
import { init } from './commands/init.ts'
import { keysAdd } from './commands/keysAdd.ts'
import { keysDelete } from './commands/keysDelete.ts'
import { keysExport } from './commands/keysExport.ts'
import { keysImport } from './commands/keysImport.ts'
import { keysList } from './commands/keysList.ts'
import { keysRename } from './commands/keysRename.ts'
import { keysShow } from './commands/keysShow.ts'
import { labelList, labelRemove, labelSet } from './commands/label.ts'
import { logs } from './commands/logs.ts'
import { migrate } from './commands/migrate.ts'
import { migrationReport } from './commands/migrationReport.ts'
import { queryAccount } from './commands/queryAccount.ts'
import { queryBalances, queryTotal } from './commands/queryBank.ts'
import { queryBlock } from './commands/queryBlock.ts'
import { getGreeting, listGreetings } from './commands/queryGreet.ts'
import { queryTx, queryTxs } from './commands/queryTx.ts'
import { requests } from './commands/requests.ts'
import { reset } from './commands/reset.ts'
import { rpcAdd, rpcCompare, rpcEdit, rpcList, rpcRemove, rpcTest, rpcUse } from './commands/rpc.ts'
import { rewind, snapshotCreate, snapshotDelete, snapshotList, snapshotRestore } from './commands/snapshot.ts'
import { start } from './commands/start.ts'
import { status } from './commands/status.ts'
import { testnetInit, testnetStart } from './commands/testnet.ts'
import { txBroadcast } from './commands/txBroadcast.ts'
import { txDecode } from './commands/txDecode.ts'
import { txEncode } from './commands/txEncode.ts'
import { txMultisign } from './commands/txMultisign.ts'
import { txSign } from './commands/txSign.ts'
import { txSimulate } from './commands/txSimulate.ts'
import { validateGenesis } from './commands/validateGenesis.ts'
import { verify } from './commands/verify.ts'
import { watch } from './commands/watch.ts'
import type { CommandSpec } from './defineCommand.ts'
import { accountCommands } from './endpoints/accountCommands.ts'
import { applicationCommands } from './endpoints/applicationCommands.ts'
import { routeCommands } from './endpoints/routeCommands.ts'
import { ethAbiAdd, ethAbiList, ethAbiRemove } from './eth/ethAbi.ts'
import { ethCall } from './eth/ethCall.ts'
import { ethDeploy } from './eth/ethDeploy.ts'
import { ethBalance, ethCode, ethLogs, ethTrace } from './eth/ethRead.ts'
import { ethSend } from './eth/ethSend.ts'

/** A word with subcommands, such as `tx greet`. */
export interface CommandGroup {
	/** Path below the program: `[]` for the program itself, `['tx', 'greet']`. */
	readonly path: readonly string[]
	readonly description: string
	readonly aliases?: readonly string[]
	readonly commands: readonly CommandSpec[]
}

/** All commands by path. A new command is one line here. */
export const commandGroups: readonly CommandGroup[] = [
	{
		path: [],
		description: '',
		commands: [
			start,
			abci,
			init,
			reset,
			rewind,
			verify,
			exportGenesis,
			migrate,
			validateGenesis,
			status,
			requests,
			greet,
			watch,
			logs,
			faucet,
			account,
			migrationReport,
			convert,
			config,
			completion,
		],
	},
	{
		path: ['keys'],
		description: 'manage the keys of the home',
		commands: [keysAdd, keysList, keysShow, keysRename, keysDelete, keysExport, keysImport],
	},
	{
		path: ['tx'],
		description: 'transactions subcommands',
		commands: [txSign, txMultisign, txBroadcast, txEncode, txDecode, txSimulate],
	},
	{ path: ['tx', 'greet'], description: 'greet transactions subcommands', commands: [createGreeting] },
	{ path: ['tx', 'bank'], description: 'bank transaction subcommands', commands: [bankSend] },
	{
		path: ['query'],
		description: 'querying subcommands',
		aliases: ['q'],
		commands: [queryAccount, queryTx, queryTxs, queryBlock],
	},
	{
		path: ['query', 'greet'],
		description: 'querying commands for the greet module',
		commands: [listGreetings, getGreeting],
	},
	{ path: ['query', 'auth'], description: 'querying commands for the auth module', commands: [queryAccount] },
	{
		path: ['query', 'bank'],
		description: 'querying commands for the bank module',
		commands: [queryBalances, queryTotal],
	},
	{ path: ['endpoints'], description: 'private JSON-RPC endpoints: accounts and bills', commands: accountCommands },
	{
		path: ['endpoints', 'projects'],
		description: 'projects that hold applications',
		commands: routeCommands('projects'),
	},
	{ path: ['endpoints', 'members'], description: "a project's team", commands: routeCommands('members') },
	{
		path: ['endpoints', 'invitations'],
		description: 'invitations into teams and offers of projects',
		commands: routeCommands('invitations'),
	},
	{ path: ['endpoints', 'apps'], description: 'applications: endpoints on a network', commands: applicationCommands },
	{ path: ['endpoints', 'keys'], description: 'API keys of an application', commands: routeCommands('keys') },
	{
		path: ['rpc'],
		description: 'places to talk to: nodes, REST and EVM servers; --node takes their names',
		commands: [rpcAdd, rpcList, rpcTest, rpcEdit, rpcRemove, rpcUse, rpcCompare],
	},
	{ path: ['label'], description: 'labels of addresses', commands: [labelSet, labelList, labelRemove] },
	{
		path: ['eth'],
		description: 'contracts of the EVM: call, send, deploy, events, traces',
		commands: [ethCall, ethSend, ethDeploy, ethLogs, ethTrace, ethBalance, ethCode],
	},
	{
		path: ['eth', 'abi'],
		description: 'ABIs of contracts, kept in the home',
		commands: [ethAbiAdd, ethAbiList, ethAbiRemove],
	},
	{
		path: ['snapshot'],
		description: 'named states of the chain to go back to',
		commands: [snapshotCreate, snapshotList, snapshotRestore, snapshotDelete],
	},
	{ path: ['testnet'], description: 'networks of real engines', commands: [testnetInit, testnetStart] },
	{ path: ['debug'], description: 'tools for developers of the chain', commands: [debugReplay] },
]
