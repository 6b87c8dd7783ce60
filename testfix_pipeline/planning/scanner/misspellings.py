"""Common misspellings that are not words themselves."""

_PAIRS = """
absense:absence accomodate:accommodate acheive:achieve adress:address adresses:addresses agressive:aggressive
apparant:apparent appearence:appearance arbitary:arbitrary arguement:argument argumet:argument
asynchronus:asynchronous attemp:attempt authenticaton:authentication availble:available availible:available
avaliable:available becuase:because begining:beginning beleive:believe boundry:boundary caculate:calculate
calcualte:calculate calender:calendar calulate:calculate catagory:category charachter:character charactor:character
collumn:column comming:coming commited:committed commitee:committee comparision:comparison
compatability:compatibility completly:completely concatinate:concatenate conection:connection
configuraton:configuration connnection:connection consistant:consistent correponding:corresponding curent:current
currrent:current deafult:default definately:definitely definiton:definition defualt:default delimeter:delimiter
dependancies:dependencies dependancy:dependency depricated:deprecated desciption:description desctiptor:descriptor
destory:destroy dictionnary:dictionary diffrent:different dimention:dimension direcotry:directory disapear:disappear
discription:description dupliacte:duplicate embeded:embedded encypt:encrypt endoint:endpoint enviorment:environment
enviroment:environment equivelant:equivalent excercise:exercise excpetion:exception exection:execution
exeption:exception existance:existence existant:existent exmaple:example expresion:expression extention:extension
fianl:final formater:formatter forword:forward frequeny:frequency fucntion:function fullfil:fulfil funciton:function
funtion:function gaurd:guard grammer:grammar handeler:handler heigh:height heigth:height hierachy:hierarchy
identifer:identifier immediatly:immediately implemenation:implementation imutable:immutable indentifier:identifier
independant:independent infomation:information inital:initial initalise:initialise initalize:initialize
initilize:initialize instace:instance interupt:interrupt intialize:initialize iterater:iterator kernal:kernel
lable:label langauge:language languge:language lenght:length lenghts:lengths libary:library lisence:licence
lookpu:lookup maintainance:maintenance managment:management maximun:maximum mesage:message messsage:message
middlewear:middleware mininum:minimum minumum:minimum mispelled:misspelled modifed:modified mutiply:multiply
neccessary:necessary necesary:necessary nescessary:necessary notifcation:notification nubmer:number
numer_of:number_of occured:occurred occurence:occurrence ocurrence:occurrence ommit:omit opertaion:operation
optmize:optimize orginal:original overriden:overridden paramater:parameter paramaters:parameters parametre:parameter
paramter:parameter paramters:parameters particuler:particular passwrod:password peformance:performance
permision:permission persistant:persistent posible:possible postion:position preceeding:preceding prefered:preferred
previos:previous primative:primitive privilage:privilege proccess:process proccessed:processed proces:process
processer:processor propery:property pseudonyn:pseudonym publically:publicly quantitiy:quantity querry:query
reccomend:recommend recieve:receive recieved:received reciever:receiver recomend:recommend recource:resource
redirct:redirect refence:reference refered:referred refernce:reference refrence:reference relevent:relevant
remaing:remaining reponse:response repositry:repository reqest:request requirment:requirement requst:request
resouce:resource responce:response respone:response resutl:result retreive:retrieve retrive:retrieve retun:return
reuslt:result rigth:right scedule:schedule schedual:schedule seperate:separate seperated:separated
seperately:separately seperator:separator sequnce:sequence serializaton:serialization sesion:session shceme:scheme
shedule:schedule signiture:signature similiar:similar simultanous:simultaneous speical:special statuts:status
stauts:status stirng:string strenght:strength substract:subtract succes:success succesful:successful sucess:success
sucessful:successful sumbit:submit supress:suppress syncronous:synchronous sytem:system temperture:temperature
templete:template tempory:temporary temprary:temporary threshhold:threshold tranform:transform
transfered:transferred transfrom:transform treshold:threshold truely:truly udpate:update unexpeted:unexpected
unneccessary:unnecessary untill:until upadte:update usefull:useful usera:users utilty:utility valeu:value
validaton:validation varaible:variable variabel:variable vaule:value verfiy:verify visable:visible warnign:warning
weigth:weight wether:whether widht:width wieght:weight writting:writing yeild:yield
"""
MISSPELT = dict(pair.split(":") for pair in _PAIRS.split())
"""Misspelt word -> the word that is meant; both in lower case."""
